#!/usr/bin/env bash
# The survey's table: what is kept is not planned again, a line that was cut off is, and all that is above its bound is
# listed.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"
survey=$(dirname "$LINKBOUND")/tests/survey
[ -x "$survey" ] || exit 77

"$survey" --nodes 4 --packets 2 --table --keep "$work/kept" >"$work/first"
grep -q '^| broadcast: all | \*\*100\*\* of 4 | \*\*100\*\* of 4 | - | - |$' "$work/first" || wrong "no table: $(cat "$work/first")"
plans=$(tail -1 "$work/first")
[ "$(wc -l <"$work/kept")" = "${plans%% *}" ] || wrong "not all plans are kept: $plans"

"$survey" --nodes 4 --packets 2 --table --keep "$work/kept" >"$work/second"
grep -q '^0 plans' "$work/second" || wrong "planned again: $(tail -1 "$work/second")"
diff <(grep '^|' "$work/first") <(grep '^|' "$work/second") || wrong "another table from what was kept"

truncate -s -3 "$work/kept"
"$survey" --nodes 4 --packets 2 --table --keep "$work/kept" >"$work/second"
grep -q '^1 plans' "$work/second" || wrong "a line that was cut off: $(tail -1 "$work/second")"
diff <(grep '^|' "$work/first") <(grep '^|' "$work/second") || wrong "another table after a line was cut off"

# The file has more than is asked for, and a plan that is above its bound.
sed -i 's/^2x2 all 1 2 2 broadcast$/2x2 all 1 3 2 broadcast/' "$work/kept"
"$survey" --nodes 4 --packets 1 --above --keep "$work/kept" >"$work/above"
[ "$(grep -c , "$work/above")" = 2 ] || wrong "not one above the bound: $(cat "$work/above")"
grep -q '^broadcast 2x2, ports all, packets 1: 3, bound 2$' "$work/above" || wrong "not listed: $(cat "$work/above")"

for bad in "--nodes" "--packets 17" "--part 1" "--keep /nowhere/at/all" "--frob 1"; do
    # shellcheck disable=SC2086 # two words
    "$survey" $bad >"$work/out" 2>"$work/err" && wrong "taken: $bad"
    [ -s "$work/err" ] || wrong "nothing said: $bad"
done
finish
