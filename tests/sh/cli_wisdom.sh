#!/usr/bin/env bash
# --wisdom: found once, taken from the file then; nothing without it; hostile files end in one line and stay.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"
export XDG_CACHE_HOME="$work/cache" HOME="$work/home"
file=$work/w

# Found, then taken.
works plan allreduce 3x5 --wisdom "$file" --explain
says 'torus-allgather: no better'
works plan allreduce 3x5 --wisdom "$file" --explain
says '8 +420  wisdom: found before'
for command in "simulate allreduce 3x5 --bytes 64 --tau 1 --beta 1" "run allreduce 3x5 --count 1" "draw broadcast 3x3 -o $work/a.svg" \
    "export csv broadcast 3x3 -o $work/a.csv"; do
    # shellcheck disable=SC2086
    works $command --wisdom "$file"
done
# What a hop costs is part of the question.
for hop in 1 2 2; do
    works simulate allreduce ring:5 --bytes 64 --tau 1 --beta 9 --hop $hop --wisdom "$work/hops"
done
[ "$(wc -l <"$work/hops")" = 3 ] || wrong "one answer for two hops: $(cat "$work/hops")"
[ "$(head -n 1 "$file")" = "linkbound wisdom 1" ] || wrong "the file begins otherwise"

# Nothing without being asked; the default when it is.
works plan allreduce 3x5
[ ! -e "$work/cache" ] || wrong "something was written"
works plan allreduce 3x5 --wisdom default
[ -s "$work/cache/linkbound/wisdom" ] || wrong "nothing at the default"
XDG_CACHE_HOME='' works plan allreduce 3x5 --wisdom=default
[ -s "$work/home/.cache/linkbound/wisdom" ] || wrong "nothing in ~/.cache"

# Many at once lose nothing.
many=$work/many
for root in 1 2 3 4 5 6 7 8; do
    "$LINKBOUND" plan broadcast 3x3 --root $root --wisdom "$many" -q &
done
wait
[ "$(wc -l <"$many")" = 9 ] || wrong "entries are lost: $(cat "$many")"
[ "$(find "$work" -name '*.part' | wc -l)" = 0 ] || wrong "temporary files stay"

# A promise that is not kept: one warning, a plan, and the file is mended.
sed -i 's/ 8 420 / 7 420 /' "$file"
warning='linkbound: warning: an entry of wisdom is ignored: it promises 7 steps and 420 transmissions, and has 8 and 420'
"$LINKBOUND" plan allreduce 3x5 --wisdom "$file" >"$work/out" 2>"$work/err" || wrong "no plan"
[ "$(cat "$work/err")" = "$warning" ] || wrong "warned: $(cat "$work/err")"
works plan allreduce 3x5 --wisdom "$file"

# Hostile files: one line, exit status 2, and they stay as they are.
printf '\177ELF\0\1' >"$work/binary"
head -c 100000 /dev/zero | tr '\0' x >"$work/long"
{ echo "linkbound wisdom 1"; cat "$work/long"; echo; } >"$work/long-line"
head -c 60 "$file" >"$work/cut"
for bad in binary long long-line cut; do
    cp "$work/$bad" "$work/before"
    refused 2 "$bad.*wisdom|cut off" plan allreduce 3x5 --wisdom "$work/$bad"
    cmp -s "$work/$bad" "$work/before" || wrong "$bad was changed"
done
refused 2 'regular file' plan allreduce 3x5 --wisdom "$work"
refused 2 'is empty' plan allreduce 3x5 --wisdom ''
refused 2 'cannot be' plan allreduce 3x5 --wisdom "$work/no/such/folder"
refused 2 'means nothing' plan alltoall 3x3 -a dimension-order --wisdom "$file"
finish
