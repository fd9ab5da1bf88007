#!/usr/bin/env bash
# export: files are as they were, other tools take them, and what a format cannot say is refused.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"

for format in dot csv msccl mscclpp goal; do
    works export "$format" reduce-scatter ring:3
    cmp -s "$work/out" "$SRC/tests/data/export.$format" || wrong "$format is written differently"
    works export "$format" reduce-scatter ring:3 -o "$work/file"
    cmp -s "$work/file" "$SRC/tests/data/export.$format" || wrong "$format differs in a file"
done

# The same from a schedule file.
works plan reduce-scatter ring:3 -o "$work/s.jsonl" -q
works export goal --schedule "$work/s.jsonl"
cmp -s "$work/out" "$SRC/tests/data/export.goal" || wrong "a schedule file is exported differently"

if command -v xmllint >/dev/null; then
    for task in allgather allreduce reduce-scatter alltoall broadcast reduce gather scatter; do
        for net in cube:4 3x4; do
            works export msccl "$task" "$net" -o "$work/file"
            xmllint --noout "$work/file" 2>"$work/xml" || wrong "$task on $net is no XML: $(cat "$work/xml")"
        done
    done
fi
if command -v dot >/dev/null; then
    for net in cube:4 3x4x5 ring:8; do
        works export dot broadcast "$net" -o "$work/file"
        dot -Tcanon "$work/file" >/dev/null 2>"$work/err" || wrong "dot does not read $net: $(cat "$work/err")"
    done
fi

# A schedule file names its algorithm as it likes: nothing of that ends a string or a tag.
works plan allgather cube:2 -q -o "$work/s.jsonl"
sed '1s|"algorithm":"[^"]*"|"algorithm":"a\\"]; <b x=1> \&amp; --> \\\\"|' "$work/s.jsonl" >"$work/hostile.jsonl"
works check "$work/hostile.jsonl"
works export msccl --schedule "$work/hostile.jsonl" -o "$work/file"
grep -qF '<algo name="linkbound-a_]; _b x=1_ _amp; --_ _-cube:2" proto=' "$work/file" || wrong "XML: $(head -1 "$work/file")"
works export dot --schedule "$work/hostile.jsonl" -o "$work/file"
grep -qF 'label="linkbound: allgather on cube:2, a_]; _b x=1_ _amp; --_ _, ' "$work/file" || wrong "DOT: $(sed -n 3p "$work/file")"
works export goal --schedule "$work/hostile.jsonl"

# Sizes in GOAL are bytes, and nothing is lost: a broadcast of 1000 bytes to 7 nodes.
works export goal broadcast cube:3 --bytes 1000
bytes=0
while read -r size; do
    bytes=$((bytes + size))
done < <(sed -n 's/^l[0-9]*: send \([0-9]*\)b .*/\1/p' "$work/out")
[ "$bytes" = 7000 ] || wrong "$bytes bytes, not 7000"
works export goal broadcast cube:3 --bytes 64K --tau 0.001 --beta 20
says "^num_ranks 8$"
works export goal broadcast cube:3 --bytes 64K --clock linear -o "$work/some.goal" # no cost, no time

# MSCCL++ plans: judged right by our own reader.
for task in allgather allreduce reduce-scatter alltoall broadcast; do
    works export mscclpp "$task" cube:3 -o "$work/plan.json"
    works check "$work/plan.json" --network cube:3
    says "^$task on cube:3, correct, "
done
refused 2 "reduce cannot be said in MSCCL..; allgather, allreduce" export mscclpp reduce cube:3
refused 2 "MSCCL.. allows 64 ops for a thread block, node [0-9]+ needs more" export mscclpp allreduce cube:6
refused 2 "MSCCL..: 512 nodes; up to 256" export mscclpp allgather cube:9
refused 2 "MSCCL.. has no words for dead nodes" export mscclpp broadcast cube:3 --without-node 5

# Chakra traces: a file for each rank, which take as long as the plan does; or one line where protobuf-c is not there.
refused 2 "-o BASE, please" export chakra allgather ring:4
if "$LINKBOUND" export chakra allgather ring:4 --bytes 100 -o "$work/ag" 2>"$work/err"; then
    [ "$(find "$work" -name 'ag.[0-9].et' | wc -l)" -eq 4 ] || wrong "not a trace for each of 4 ranks"
    works simulate --schedule "$work/ag.0.et" --tau 1 --beta 10
    says "^4 ranks on ring:4: 12 messages of 1200 bytes, each received, nothing waits for ever; not judged: Chakra does not"
    says "time +220$"
    refused 1 "ag.0.et:[0-9]+: link: there is no link from 0 to 3" check "$work/ag.0.et" --network mesh:4
    mv "$work/ag.2.et" "$work/away"
    for rank in 0 1; do
        refused 2 "ag.2.et: the file is missing: rank [01] has messages with rank [23]$" check "$work/ag.$rank.et"
    done
    refused 2 "ag.2.et: the file is missing: there must be traces of all ranks up to 3$" check "$work/ag.3.et"
    mv "$work/ag.0.et" "$work/other"
    refused 2 "ag.0.et: cannot be opened" check "$work/ag.3.et"
    mv "$work/other" "$work/ag.0.et"
    mv "$work/away" "$work/ag.2.et"
    works check -q "$work/ag.3.et"
    refused 2 "Chakra does not name its data" run --schedule "$work/ag.0.et"
    refused 2 "no words for dead nodes" export chakra broadcast cube:3 --without-node 5 -o "$work/dead"
    head -c 30 "$work/ag.0.et" >"$work/cut.0.et"
    refused 2 "cut.0.et: not a Chakra trace, or cut off" check "$work/cut.0.et"
    cp "$work/ag.0.et" "$work/named"
    refused 2 "a file for each rank: BASE.0.et" check "$work/named"
else
    grep -q "built without Chakra" "$work/err" || wrong "Chakra: $(cat "$work/err")"
fi

works export trace alltoall cube:3
says '"name":"send \[0,6\]","cat":"copy","pid":1,'
works export trace broadcast cube:3 --bytes 1000 --link 100Gbit --latency 1us -o "$work/trace.json"
says 'trace.json: predicted time [0-9.]+ us$'
# A schedule with steps has times too, those of simulate, whatever it is written as.
works plan reduce-scatter ring:3 -o "$work/s.jsonl" -q
for format in trace goal csv; do
    works export $format --schedule "$work/s.jsonl" --bytes 2490 --tau 1 --beta 10 -o "$work/timed"
    says 'timed: predicted time 2500$'
done
works export trace --schedule "$work/s.jsonl" --bytes 2490 --tau 1 --beta 10
says '"ph":"X".*"dur":2500'
works draw --schedule "$work/s.jsonl" --what timeline --bytes 2490 --tau 1 --beta 10 --ascii
says '0 to 2500, in the unit of tau and beta'
works export csv broadcast cube:3 --bytes 1000 --tau 1 --beta 10 -q -o "$work/times.csv"
[ ! -s "$work/out" ] || wrong "quiet, and says a time"
refused 2 "at most 1048576 packets" export trace alltoall cube:9
refused 2 "an argument is missing" export
refused 2 "unknown format 'pdf'; there are: dot, csv, msccl, goal, trace, mscclpp, chakra" export pdf broadcast cube:3
refused 2 "of which task on which network" export dot
refused 2 "of which network" export dot broadcast
refused 2 "scan cannot be said in MSCCL XML; allgather" export msccl scan cube:3
refused 2 "MSCCL" export msccl alltoall cube:9
refused 2 "no words for dead nodes" export goal broadcast cube:3 --without-node 5
refused 2 "there is nothing to send" export goal broadcast cube:3 --bytes 0
refused 2 "is for goal and chakra: csv knows no sizes" export csv broadcast cube:3 --bytes 5
refused 2 "cannot be written: No such file" export dot broadcast cube:3 -o "$work/no/file"
refused 2 "-o FILE, please" export dot broadcast cube:3 --json
if [ -w /dev/full ]; then
    refused 2 "No space left" export csv broadcast cube:3 -o /dev/full
fi
[ -z "$(find "$work" -name '*.part')" ] || wrong "a temporary file is left"
# A channel for each lane of a link: what is written is read, and right.
for task in allgather allreduce alltoall scatter; do
    works export msccl $task "3x4 speeds 2,1" -o "$work/lanes.xml"
    works check "$work/lanes.xml"
    says "$task on .*, correct"
done

# No file of another tool says in which order sums are made: no plan is made for it that brings one.
few=(--bytes 500 --tau 1 --beta 1000)
works plan allreduce folded:3 --without 0-1 "${few[@]}" -o "$work/own.jsonl"
grep -q '"order":' "$work/own.jsonl" || wrong "plan: no order of its own"
for format in goal msccl csv; do
    works export $format allreduce folded:3 --without 0-1 "${few[@]}" -o "$work/usual.$format"
    works check "$work/usual.$format"
    says "allreduce on .*, correct"
done
finish
