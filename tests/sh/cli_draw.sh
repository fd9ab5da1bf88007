#!/usr/bin/env bash
# draw: pictures are well formed and as they were; what cannot be drawn is refused in a line that says what can.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"
data=$SRC/tests/data

# Pictures that are looked at once and then kept: a change must be meant.
same() {
    local kept=$1
    shift
    works draw "$@" -o "$work/picture.svg" -q
    cmp -s "$work/picture.svg" "$data/$kept" || wrong "$kept is drawn differently: linkbound draw $*"
}
same draw_network.svg broadcast cube:3
same draw_step.svg broadcast ring:5 --step 2
same draw_tree.svg scatter cube:3 --what tree --tree sbnt-minr
same draw_timeline.svg allgather ring:4 --what timeline
same draw_matrix.svg alltoall ring:5 --what matrix
for what in "broadcast cube:3" "broadcast 3x4" "alltoall ring:4 --step 1" "broadcast cube:3 --what tree" \
    "alltoall ring:4 --what timeline" "broadcast cube:2 --what timeline --bytes 64 --tau 1 --beta 2" \
    "alltoall cube:3 --what matrix"; do
    echo "== $what"
    # shellcheck disable=SC2086 # words
    "$LINKBOUND" draw $what --ascii || wrong "status $?: draw $what --ascii"
done >"$work/ascii"
diff "$data/draw_ascii.txt" "$work/ascii" >&2 || wrong "characters are drawn differently"

# Numbers at the ends of links that wrap around begin beside the arrows, however long they are.
works draw alltoall 12x12 -o "$work/picture.svg" -q
python3 - "$work/picture.svg" <<'PYTHON' || wrong "numbers lie on arrows"
import re, sys
ends = [(float(x), len(n)) for x, n in re.findall(r'<text class="dim s" x="([0-9.]+)"[^>]*>([0-9]+)</text>', open(sys.argv[1]).read())]
edge = max(x - 3 * digits for x, digits in ends)
assert {digits for x, digits in ends if x - 3 * digits > edge - 0.2} == {1, 2, 3}, ends
PYTHON

# Every kind, on many networks: XML, with a title and a description, for light and dark; nothing from elsewhere.
cost=(--tau 0.001 --beta 20)
picture() {
    works draw "$@" -o "$work/picture.svg"
    says "^$work/picture.svg: the [a-z]+ of "
    grep -q 'prefers-color-scheme:dark' "$work/picture.svg" || wrong "no dark colours: $*"
    grep -q '<desc id="desc">.' "$work/picture.svg" || wrong "no description: $*"
    ! grep -qE 'href|<script|url\(|nan|inf"' "$work/picture.svg" || wrong "not by itself, or no number: $*"
    if command -v xmllint >/dev/null; then
        xmllint --noout "$work/picture.svg" 2>"$work/xml" || wrong "$* is no XML: $(cat "$work/xml")"
    fi
}
for net in 1 cube:1 cube:4 cube:5 cube:6 ring:3 ring:8 4x4 8x8 2x3 3x4x5; do
    picture broadcast "$net"
    picture scatter "$net" --what tree
    picture broadcast "$net" --what timeline --node 0
    picture allgather "$net" --what matrix
done
picture allreduce cube:3 --what matrix
picture alltoall cube:4 --step 2
picture alltoall cube:4 --step all --clock linear
picture broadcast cube:4 --what tree --tree edge-disjoint
picture reduce-scatter cube:3 --what tree --node 5
picture broadcast cube:4 --what timeline --bytes 64K "${cost[@]}"
picture broadcast cube:4 --what curves --bytes 64..16M "${cost[@]}"
picture scan 3x3 --what matrix
picture broadcast cube:4 --without 0-1 --without-node 9
works draw broadcast cube:3 --what curves --bytes 64..16M "${cost[@]}" --ascii
says "KiB"

# Without -o, and with -: the same picture on standard output.
works draw broadcast cube:3
cmp -s "$work/out" "$data/draw_network.svg" || wrong "another picture without -o"
works draw broadcast cube:3 -o -
cmp -s "$work/out" "$data/draw_network.svg" || wrong "another picture with -o -"
works draw broadcast cube:3 -o "$work/picture.txt" -q
head -n 1 "$work/picture.txt" | grep -q '^broadcast from 0 on cube:3' || wrong ".txt is no text"

# A schedule file: the same pictures; one that breaks the model is not drawn.
works plan broadcast cube:3 -o "$work/s.jsonl" -q
works draw --schedule "$work/s.jsonl" -o "$work/picture.svg" -q
cmp -s "$work/picture.svg" "$data/draw_network.svg" || wrong "a schedule file is drawn differently"
grep -v '"step":2' "$work/s.jsonl" | sed 's/"moves":7/"moves":5/' >"$work/broken.jsonl"
refused 1 "the schedule breaks the model: " draw --schedule "$work/broken.jsonl" -o "$work/no.svg"
head -c 40 "$work/s.jsonl" >"$work/cut.jsonl"
refused 2 "cut.jsonl" draw --schedule "$work/cut.jsonl" -o "$work/no.svg"

# PNG: by a converter, or a line that names some.
if command -v rsvg-convert >/dev/null; then
    works draw broadcast cube:3 -o "$work/picture.png" -q
    head -c 4 "$work/picture.png" | grep -q PNG || wrong "no PNG"
fi
mkdir "$work/bin"
printf '#!/bin/sh\nexit 1\n' >"$work/bin/rsvg-convert"
chmod +x "$work/bin/rsvg-convert"
status=0
PATH=$work/bin "$LINKBOUND" draw broadcast cube:3 -o "$work/no.png" 2>"$work/err" || status=$?
[ "$status" -eq 2 ] || wrong "status $status without a converter"
grep -q "PNG needs rsvg-convert" "$work/err" || wrong "the converter is not named"

# Refused.
refused 2 "of which task on which network" draw
refused 2 "of which network" draw broadcast
refused 2 "what format\? name it .svg, .png or .txt" draw broadcast cube:3 -o "$work/no.bmp"
refused 2 "what format\?" draw broadcast cube:3 -o "$work/no"
refused 2 "cannot be written: No such file" draw broadcast cube:3 -o "$work/no/no.svg"
refused 2 "cannot be written: Is a dir" draw broadcast cube:3 --ascii -o "$work"
refused 2 "too large to draw: cubes can be drawn up to cube:6" draw broadcast cube:7
refused 2 "too large to draw: cubes can be drawn up to cube:6" draw alltoall cube:24
refused 2 "up to 128 can be drawn" draw broadcast cube:8 --what tree
refused 2 "up to 128 can be drawn" draw broadcast cube:8 --what matrix
# What passes nodes is a bar on every link of its way: 256 links, although there are 1280 ways.
picture allreduce "8x8 cut-through" --what timeline --bytes 64 --tau 1 --beta 10
grep -q '256 links, done at' "$work/picture.svg" || wrong "the timeline of 8x8 cut-through has other rows"
picture allreduce "ring:8 cut-through" --what timeline --bytes 4096 --tau 1 --beta 1 -a swing
grep -q "100.0% of the links are busy" "$work/picture.svg" || wrong "links that flights share are not busy once"
works draw allreduce "4x4 cut-through" --what timeline --ascii --bytes 64 --tau 1 --beta 10 -a swing
says '^ +0 > 1 '
! grep -qE '^ +0 > (2|5|7) ' "$work/out" || wrong "a way over several links has a row of its own"
works draw allreduce "4x4 cut-through" --what timeline --node 0 --ascii -a swing --clock linear
refused 2 "up to 512 can be drawn, or those of one node: --node 0" draw alltoall cube:8 --what timeline

# Loads as numbers where lists of steps would break off; of flights those that are made, and a step's colour is of what
# is used in that step alone.
works draw alltoall mesh:8x4 --what network -o "$work/mesh.svg"
grep -q "numbers are packets on a link" "$work/mesh.svg" || wrong "a list of steps that breaks off"
! grep -q ",\.\.\.<" "$work/mesh.svg" || wrong "steps that break off beside numbers of packets"
works draw broadcast "8x8 cut-through" --what network -o "$work/flights.svg"
grep -q "63 moves over 110 links in all" "$work/flights.svg" || wrong "what flights cross is not told"
[ "$(grep -c '<path class="l"' "$work/flights.svg")" -le 256 ] || wrong "flights that nobody makes are drawn"
works draw alltoall machine:dgx-1-v100 --what network -o "$work/dgx.svg"
grep -q ">step 1 only<" "$work/dgx.svg" || wrong "a legend that counts moves of other colours"
refused 2 "there is no step 4: the plan has 3" draw broadcast cube:3 --step 4
refused 2 "a number, or all" draw broadcast cube:3 --step two
refused 2 "steps begin at 1" draw broadcast cube:3 --step 0
refused 2 "--step is for" draw broadcast cube:3 --step 1 --what tree
refused 2 "choose network" draw broadcast cube:3 --what pie
refused 2 "unknown tree 'oak'" draw broadcast cube:3 --what tree --tree oak
refused 2 "has no trees to draw" draw scan cube:3 --what tree
refused 2 "--node is for" draw broadcast cube:3 --node 1
refused 2 "there is no node 8" draw alltoall cube:3 --what timeline --node 8
refused 2 "there is no node 9: the last is 7" draw broadcast cube:3 --what tree --node 9
refused 2 "every tree of a broadcast has its root at 0: node 5 has none" draw broadcast cube:3 --what tree --node 5
works draw broadcast cube:3 --what tree --node 0
works draw broadcast ring:2
says "broadcast-1: 1 step, 1 move on 1 of 2 links"
says "broadcast from 0 on ring:2 "
works draw broadcast cube:0
says "broadcast from 0 on cube:0 "
works draw broadcast cube:3 -o "$work/PICTURE.SVG" -q
cmp -s "$work/PICTURE.SVG" "$data/draw_network.svg" || wrong "another picture in a .SVG"
works draw broadcast cube:3 -o "$work/PICTURE.Txt" -q
refused 2 "contradict" draw broadcast cube:3 --ascii -o "$work/no.Svg"
refused 2 "contradict" draw broadcast cube:3 --ascii -o "$work/no.svg"
refused 2 "contradict" draw broadcast cube:3 --ascii -o "$work/no.png"
refused 2 "needs --bytes L..H" draw broadcast cube:3 --what curves
refused 2 "needs --bytes L..H" draw broadcast cube:3 --what curves --bytes 64 "${cost[@]}"
refused 2 "is for --what curves" draw broadcast cube:3 --bytes 1..2 "${cost[@]}"
refused 2 "--tau is missing" draw broadcast cube:3 --bytes 64 --beta 1
refused 2 "mean nothing on the unit clock" draw broadcast cube:3 --clock unit --bytes 64 "${cost[@]}"
refused 2 "one argument too many" draw broadcast cube:3 --schedule "$work/s.jsonl"
refused 2 "mean nothing" draw --schedule "$work/s.jsonl" --root 1
refused 2 "cannot be opened" draw --schedule "$work/none.jsonl"
# What no plan can hold says why too: two packets on one link, steps out of order, a link that is not there.
works plan scatter cube:3 -q -o "$work/s3.jsonl"
sed '3s/"to":2/"to":4/' "$work/s3.jsonl" >"$work/two.jsonl"
refused 1 "two.jsonl: two packets are on one link in the same step" draw --schedule "$work/two.jsonl"
sed '3s/"step":1/"step":3/' "$work/s3.jsonl" >"$work/order.jsonl"
refused 1 "order.jsonl:4: .*step" draw --schedule "$work/order.jsonl"
sed '3s/"to":2/"to":7/' "$work/s3.jsonl" >"$work/link.jsonl"
refused 1 "link.jsonl:3: there is no such link" draw --schedule "$work/link.jsonl"
[ -z "$(find "$work" -name 'no*' -o -name '*.part')" ] || wrong "a file in spite of an error"
finish
