#!/usr/bin/env bash
# The shared libraries export what tools/symbols lists, and the check says so when one is gone or new.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"
command -v nm >/dev/null || exit 77

"$SRC/tools/symbols/check" "$BUILD" >"$work/out" || wrong "$(cat "$work/out")"

# The same library against lists with a name more, and a name less.
cp -r "$SRC/tools/symbols" "$work/lists"
list="$work/lists/liblinkbound.symbols"
{
    cat "$list"
    echo lb_zzz
} >"$work/more" && mv "$work/more" "$list"
! "$work/lists/check" "$BUILD" >"$work/out" || wrong "nobody misses lb_zzz"
says 'liblinkbound.so no longer exports lb_zzz'
grep -vx 'lb_plan_create\|lb_zzz' "$SRC/tools/symbols/liblinkbound.symbols" >"$list"
! "$work/lists/check" "$BUILD" >"$work/out" || wrong "nobody sees that lb_plan_create is new"
says 'liblinkbound.so exports lb_plan_create, which is not in'
finish
