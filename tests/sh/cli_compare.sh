#!/usr/bin/env bash
# compare: the numbers hang together, changes are where they are said to be, pictures are well formed and fit.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"
command -v python3 >/dev/null || exit 77

cat >"$work/check.py" <<'PYTHON'
"""check.py FILE: what must be true of every comparison."""
import json, sys
from fractions import Fraction as F

c = json.load(open(sys.argv[1]))
names = [a["name"] for a in c["algorithms"]]
tau, beta = F(c["tau"]), F(c["beta"])

def need(true, what):
    if not true:
        sys.exit(f"not so: {what}")

need(names and len(set(names)) == len(names), "names are different")
sizes = [s["bytes"] for s in c["sizes"]]
need(sizes == sorted(set(sizes)), "sizes ascend")
for s in c["sizes"]:
    times = {t["algorithm"]: F(t["time_exact"]) for t in s["times"]}
    bound = F(s["bound_exact"])
    need(times[s["best"]] == min(times.values()), f"{s['best']} is best at {s['bytes']}")
    need(min(times.values()) >= bound, f"nothing beats the bound at {s['bytes']}")
    for t in s["times"]:
        time = F(t["time_exact"])
        need(abs(t["time"] - float(time)) <= 1e-9 * float(time), "time and its exact text")
        need(t["optimal"] == (time == bound), "optimal is at the bound")
        need(bound == 0 or abs(t["ratio"] - float(time / bound)) < 1e-9 * t["ratio"], "ratio")
        need(t["simulated"] == (t["formula"] is None), "simulated or by formula")
        if t["formula"]:
            need(time == F(t["data"]) * tau * s["bytes"] + t["startups"] * beta, f"formula of {t['algorithm']}")
at, best = sizes[0], c["sizes"][0]["best"]
for x in c["crossovers"]:
    need(at < x["bytes"] <= sizes[-1] and x["from"] == best and x["to"] != best, f"change at {x['bytes']}")
    at, best = x["bytes"], x["to"]
need(best == c["sizes"][-1]["best"], "the last change leads to the last best")
need(c["wrong"] is None and not any(a["formula_wrong"] for a in c["algorithms"]), "formulas hold")
for a in c["algorithms"]:
    need(a["simulated"] or a["verified_at"], f"{a['name']} is verified")
    need(set(a["verified_at"]) <= set(sizes), "verified at sizes that were compared")
print("\n".join(f"{x['bytes']} {x['from']} {x['to']}" for x in c["crossovers"] if x["exact"]))
PYTHON

# at SIZE: what the same comparison calls best there.
at() {
    "$LINKBOUND" compare "${problem[@]}" --bytes "$1" --json |
        python3 -c 'import json, sys; print(json.load(sys.stdin)["sizes"][0]["best"])'
}

# compared RANGE PROBLEM...: everything holds, and at every change the sizes on either side have those two as best.
compared() {
    local range=$1 bytes from to
    shift
    problem=("$@")
    works compare "$@" --bytes "$range" --json
    python3 "$work/check.py" "$work/out" >"$work/changes" 2>"$work/err" || wrong "$(cat "$work/err") ($*)"
    while read -r bytes from to; do
        [ "$(at $((bytes - 1)))" = "$from" ] || wrong "at $((bytes - 1)) $from is not best ($*)"
        [ "$(at "$bytes")" = "$to" ] || wrong "at $bytes $to is not best ($*)"
    done < <(grep . "$work/changes")
}
compared 1..64K broadcast cube:3 --tau 1/100 --beta 10
compared 3..1000003 broadcast cube:4 --tau 0.001 --beta 20 --root 5
compared 1..1M scatter cube:4 --tau 0.001 --beta 20
[ -s "$work/changes" ] || wrong "one scatter is best at all sizes"
compared 1..1M allgather cube:4 --tau 0.001 --beta 20
[ -s "$work/changes" ] || wrong "one allgather is best at all sizes"
compared 1..1M send cube:4 --to 11 --tau 0.001 --beta 20
compared 1..64K allreduce 4x4 --tau 1/3 --beta 7
compared 1..64K alltoall 3x4 --tau 1/3 --beta 7 --ports 1
compared 1..64K permute cube:3 --permutation reverse --tau 1 --beta 0
compared 1..64K reduce ring:5 --tau 0 --beta 3
compared 100..100 gather 3x3 --tau 1 --beta 1
compared 1..16 broadcast 1 --tau 1 --beta 1

# Sizes: both ends and the powers of two, or as many as are asked for.
sizes() {
    python3 -c 'import json, sys; print(*[s["bytes"] for s in json.load(open(sys.argv[1]))["sizes"]])' "$work/out"
}
cost=(--tau 0.01 --beta 10)
works compare broadcast cube:3 --bytes 3..20 "${cost[@]}" --json
[ "$(sizes)" = "3 4 8 16 20" ] || wrong "sizes $(sizes)"
works compare broadcast cube:3 --bytes 1K..1M --points 3 "${cost[@]}" --json
[ "$(sizes)" = "1024 32768 1048576" ] || wrong "sizes $(sizes)"
works compare broadcast cube:3 --bytes 1..4 --points 100 "${cost[@]}" --json
[ "$(sizes)" = "1 2 3 4" ] || wrong "sizes $(sizes)"

# The best agrees with the planner.
works compare broadcast cube:3 --bytes 4K "${cost[@]}" --json
best=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["sizes"][0]["best"])' "$work/out")
works simulate broadcast cube:3 --bytes 4K "${cost[@]}" --algorithm best
says "algorithm +$best"

# For people: nothing wider than the terminal, plain where it must be.
for columns in 40 80 132; do
    for problem in "broadcast cube:4" "alltoall cube:4" "scatter 4x4"; do
        for bytes in 1..1G 12345..99999999; do
            # shellcheck disable=SC2086 # a task and a network
            COLUMNS=$columns works compare $problem --bytes $bytes "${cost[@]}" --plot --color never
            longest=$(wc -L <"$work/out")
            # A title is not broken, nor is a name.
            [ "$longest" -le "$((columns < 80 ? 80 : columns))" ] || wrong "$longest columns of $columns: $problem"
            ! LC_ALL=C grep -q $'[^ -~]' "$work/out" || wrong "not plain: $problem"
            ! grep -q ' $' "$work/out" || wrong "blanks at the end of a line: $problem"
        done
    done
done
works compare broadcast cube:3 --bytes 1..64K "${cost[@]}"
says "^  . +broadcast-1 +verified +d\*tau\*m \+ d\*beta$"
says "^ +64 KiB +[0-9.]+ "
says "^  best +broadcast"
says "^  lower bound +1 B: 1 block must get out of node 0 over 3 links"
! grep -q "32 KiB *$" "$work/out" || wrong "a plot that was not asked for"
LC_ALL=C.UTF-8 works compare broadcast cube:3 --bytes 1..64K "${cost[@]}" --plot --color always
says $'\xe2\x94\x82'
says $'\033\\[34m'
works compare broadcast 4x4 --bytes 1..64K "${cost[@]}"
says "left out +broadcast-1.*hypercube|left out +broadcast-1"

# The best that has no column of its own has its time beside its letter; those that have one have it there alone.
works compare allreduce '8x8 cut-through' --bytes 1K..1M --link 400Gbit --latency 300ns --hop 100ns
says "of 16 algorithms have room here"
says "^ +1 MiB .* x[0-9.]+  E [0-9.]+us x1\.[0-9]+$"
says "^ +512 KiB .* x[0-9.]+  K$"

# Lanes may be more than other nodes: then the farthest node decides, and the formula must know.
works compare allgather '3x2 speeds 3,2' --bytes 64..1M --points 3 --tau 1 --beta 1000
says "^  B  torus-allgather +verified"

# Without a formula: a plan for short messages is not what long ones are asked about.
works compare broadcast mesh:3x4 --bytes 64..1M --tau 1 --beta 1000 --points 4
says "^ +1 MiB +571172 +625056 x1.09"

# SVG: XML, with a title, a description, a line for each algorithm and the bound.
works compare broadcast cube:4 --bytes 1..16M "${cost[@]}" --svg "$work/plot.svg" --json
python3 - "$work/plot.svg" "$work/out" <<'PYTHON' || wrong "the SVG"
import json, sys
import xml.etree.ElementTree as xml
tree = xml.parse(sys.argv[1]).getroot()
ns = "{http://www.w3.org/2000/svg}"
assert tree.tag == ns + "svg" and tree.get("role") == "img"
ids = {e.get("id"): e.text for e in tree.iter() if e.get("id")}
assert "broadcast from 0 on cube:4" in ids["title"] and "Best: " in ids["desc"]
assert tree.get("aria-labelledby") == "title desc"
titles = [e.text for e in tree.iter(ns + "title")]
for algorithm in json.load(open(sys.argv[2]))["algorithms"]:
    assert algorithm["name"] in titles, algorithm
assert "lower bound" in titles
width, height = float(tree.get("width")), float(tree.get("height"))
for text in tree.iter(ns + "text"):
    x, y = float(text.get("x", 0)), float(text.get("y", 0))
    assert 0 <= x <= width and 0 <= y <= height
PYTHON
# What fits is verified, be it made of halvings that cannot be chosen.
works compare allreduce "4x4 cut-through" --bytes 64..1M "${cost[@]}"
says '^  . +swing +verified'
says '^  . +far-halving +verified'
works compare broadcast "4x4 cut-through" --bytes 64..1K --link 400Gbit --latency 300ns --hop 100ns --svg "$work/hop.svg"
says 'beta 300 ns, hop 100 ns; xN'
grep -q 'beta = 300 ns, hop = 100 ns' "$work/hop.svg" || wrong "the SVG does not say what a hop costs"
# No two lines look alike, be they more than there are colours.
works compare allreduce "4x4 cut-through" --bytes 1..16M "${cost[@]}" --svg "$work/many.svg"
grep -oP '</title><path fill="none" \Kstroke=.*?(?= d=")' "$work/many.svg" >"$work/lines"
[ "$(wc -l <"$work/lines")" -gt 14 ] || wrong "few lines in the SVG: $(wc -l <"$work/lines")"
[ -z "$(sort "$work/lines" | uniq -d)" ] || wrong "lines that look alike: $(sort "$work/lines" | uniq -d)"
"$LINKBOUND" compare broadcast cube:4 --bytes 1..16M "${cost[@]}" --svg - >"$work/same.svg" 2>"$work/err"
cmp -s "$work/plot.svg" "$work/same.svg" || wrong "--svg - writes something else"
grep -q "lower bound" "$work/err" || wrong "no report beside the picture"
ln -s plot.svg "$work/link.svg"
chmod 600 "$work/plot.svg"
works compare broadcast cube:3 --bytes 1..16M "${cost[@]}" --svg "$work/link.svg" -q
[ -L "$work/link.svg" ] && [ "$(stat -c %a "$work/plot.svg")" = 600 ] || wrong "a link or a mode was lost"
[ -z "$(find "$work" -name '*.part')" ] || wrong "a temporary file is left"

# Refused.
refused 2 "compare needs --bytes, --tau and --beta: --bytes is missing" compare broadcast cube:3 "${cost[@]}"
refused 2 "--tau is missing" compare broadcast cube:3 --bytes 1..2 --beta 1
refused 2 "the first size is the larger" compare broadcast cube:3 --bytes 2K..1K "${cost[@]}"
refused 2 "0 bytes" compare broadcast cube:3 --bytes 0..1K "${cost[@]}"
refused 2 "0 bytes" compare broadcast cube:3 --bytes 0 "${cost[@]}"
# The frontier between start-ups and data: both ends of it are at what is proven.
far="--bytes 64..16M --tau 0.02 --beta 300 --hop 100 --frontier"
# shellcheck disable=SC2086 # options
works compare allreduce '4x4 cut-through' $far --json --svg "$work/frontier.svg"
python3 - "$work/frontier.svg" "$work/out" <<'PYTHON' || wrong "the frontier"
import json, sys, xml.dom.minidom
from fractions import Fraction
xml.dom.minidom.parse(sys.argv[1])
found = json.load(open(sys.argv[2]))
points = [(p["startups"], Fraction(p["data"]), p["frontier"]) for p in found["points"]]
best = [p[:2] for p in points if p[2]]
assert len(best) >= 3 and sorted(points)[0][2], points
for startups, data, frontier in points:
    assert startups >= Fraction(found["startups"]["at_least"]) and data >= Fraction(found["data"]["at_least"])
    behind = any(s <= startups and d <= data and (s, d) != (startups, data) for s, d, _ in points)
    assert frontier != behind or (startups, data) in best, (startups, data)
assert best[0][0] == Fraction(found["startups"]["at_least"]) and best[-1][1] == Fraction(found["data"]["at_least"]), best
PYTHON
# shellcheck disable=SC2086
works compare allreduce '4x4 cut-through' $far
grep -q "start-ups at least" "$work/out" || wrong "what the frontier proves"
refused 2 "shows none" compare broadcast cube:3 --bytes 1..4 --plot --frontier "${cost[@]}"
# No point of a frontier is below what is proven, at any one size and over all of them; least data has its start-ups.
frontier() { # network, least start-ups with the least data, sizes
    works compare allreduce "$1" --bytes "$3" --tau 0.02 --beta 300 --frontier --json
    python3 - "$work/out" "$2" <<'PYTHON' || wrong "the frontier of allreduce on $1, $3"
import json, sys
from fractions import Fraction
found = json.load(open(sys.argv[1]))
least, both = Fraction(found["data"]["at_least"]), found["startups_with_least_data"]
assert both == int(sys.argv[2]), both
for p in found["points"]:
    assert Fraction(p["data"]) >= least and p["startups"] >= Fraction(found["startups"]["at_least"]), p
    assert Fraction(p["data"]) > least or p["startups"] >= both, p
PYTHON
}
for sizes in 64 1K..64K 64..16M; do
    frontier 4x4 7 $sizes
    frontier 3x3 4 $sizes
    frontier 4x2 5 $sizes # one plan, whose longest path is another for short messages than for long ones
    frontier 2x3x4 7 $sizes
done
# What is proven, held against a search through everything (2x3 takes half a minute).
python3 "$SRC/tests/sh/frontier.py" "$LINKBOUND" 2 3 4 5 2x2 >"$work/out" || wrong "what a frontier proves, or a point of it"

for bytes in .. 1.. ..1 1..2..3 1...2 -1..2 x 1..2Q; do
    refused 2 "not a (number|size)" compare broadcast cube:3 --bytes=$bytes "${cost[@]}"
done
refused 2 "--bytes '1K,64K': sizes are one, or a range, and no list; write 1K..64K" compare broadcast cube:3 --bytes 1K,64K "${cost[@]}"
refused 2 "too large" compare broadcast cube:3 --bytes 1..9999999999999999999999 "${cost[@]}"
refused 2 "must not be negative" compare broadcast cube:3 --bytes 1..2 --tau -1 --beta 1
refused 2 "not a number" compare broadcast cube:3 --bytes 1..2 --tau inf --beta 1
refused 2 "not a number" compare broadcast cube:3 --bytes 1..2 --tau 1 --beta nan
refused 2 "--points 1: from 2 to 1000" compare broadcast cube:3 --bytes 1..2 --points 1 "${cost[@]}"
refused 2 "--points 1001: from 2 to 1000" compare broadcast cube:3 --bytes 1..2 --points 1001 "${cost[@]}"
refused 2 "one size makes no plot" compare broadcast cube:3 --bytes 4 --svg "$work/no.svg" "${cost[@]}"
refused 2 "one size makes no plot" compare broadcast cube:3 --bytes 4 --plot "${cost[@]}"
refused 2 "contradict" compare broadcast cube:3 --bytes 1..4 --plot --json "${cost[@]}"
refused 2 "nothing to plot" compare broadcast 1 --bytes 1..4 --svg "$work/no.svg" "${cost[@]}"
refused 2 "unknown task" compare brodcast-all cube:3 --bytes 1..4 "${cost[@]}"
refused 2 "does not take --clock" compare broadcast cube:3 --bytes 1..4 --clock linear "${cost[@]}"
refused 2 "cannot be written: No such file" compare broadcast cube:3 --bytes 1..4 --svg "$work/no/a.svg" "${cost[@]}"
refused 2 "cannot be written: Is a dir" compare broadcast cube:3 --bytes 1..4 --svg "$work" "${cost[@]}"
[ ! -e "$work/no.svg" ] || wrong "a picture in spite of an error"
if [ -w /dev/full ]; then
    refused 2 "No space left" compare broadcast cube:3 --bytes 1..4 --svg /dev/full "${cost[@]}"
fi
finish
