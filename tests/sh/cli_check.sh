#!/usr/bin/env bash
# check: exit status 0, 1 and 2, and where the fault is.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"
header='{"linkbound":1,"network":"2x2","task":"broadcast","root":0,"ports":2,"clock":"unit","algorithm":"by hand","steps":2,"moves":3,"denominator":1}'
file=$work/s.jsonl

# schedule LINE...: the header and these moves.
schedule() {
    printf '%s\n' "$header" "$@" >"$file"
}

schedule '{"step":1,"from":0,"to":1,"data":[[0]]}' '{"step":2,"from":0,"to":2,"data":[[0]]}' \
    '{"step":2,"from":1,"to":3,"data":[[0]]}'
works check "$file"
says "steps +2 +bound +2 +optimal"
says "transmissions +3 +bound +3 +optimal"
works check "$file" --quiet
[ ! -s "$work/out" ] || wrong "--quiet printed something"

# Broken: FILE:LINE: rule: sentence.
schedule '{"step":1,"from":0,"to":3,"data":[[0]]}' '{"step":2,"from":0,"to":2,"data":[[0]]}' \
    '{"step":2,"from":0,"to":1,"data":[[0]]}'
refused 1 "^linkbound: $file:2: [a-z-]+: .*" check "$file"
schedule '{"step":1,"from":0,"to":1,"data":[[0]]}' '{"step":1,"from":1,"to":3,"data":[[0]]}' \
    '{"step":2,"from":0,"to":2,"data":[[0]]}'
refused 1 "^linkbound: $file:3: [a-z-]+: .*" check "$file"
schedule '{"step":1,"from":0,"to":1,"data":[[0]]}' '{"step":2,"from":0,"to":2,"data":[[0]]}'
refused 1 "^linkbound: $file(:[0-9]+)?: [a-z-]+: .*" check "$file"

# Sums that are made in another order at one node than at another: valid in everything else, and so not at all.
{
    printf '%s\n' '{"linkbound":1,"network":"3","task":"allreduce","ports":2,"clock":"linear","algorithm":"two orders","steps":3,"moves":5,"denominator":1}'
    for move in 1,2,0 1,0,2 2,1,0 2,1,2 3,0,1; do
        op=sum
        [ "$move" != 3,0,1 ] || op=copy
        IFS=, read -r step from to <<<"$move"
        echo "{\"step\":$step,\"from\":$from,\"to\":$to,\"op\":\"$op\",\"data\":[[0],[1],[2]]}"
    done
} >"$file"
refused 1 "^linkbound: $file: same-order: the sum for node 0 is made in another order at node 2 than at node 0" check "$file"

# Unreadable: status 2, with file and line.
schedule '{"step":1,"from":0,'
refused 2 "^linkbound: .*s.jsonl:2: " check "$file"
: >"$file"
refused 2 "^linkbound: .*s.jsonl" check "$file"
printf 'garbage\n' >"$file"
refused 2 "^linkbound: .*s.jsonl:1: " check "$file"
printf '{"linkbound":1,"network":"2x2","task":"frob","ports":2,"clock":"unit","steps":1,"moves":1,"denominator":1}\n' >"$file"
refused 2 "^linkbound: .*s.jsonl:1: " check "$file"

# A short header; every command that takes a schedule takes it.
printf '%s\n' '{"linkbound":1,"network":"2x2","task":"broadcast"}' '{"step":1,"from":0,"to":1,"data":[[0]]}' \
    '{"step":2,"from":0,"to":2,"data":[[0]]}' '{"step":2,"from":1,"to":3,"data":[[0]]}' >"$file"
works check --schedule "$file"
says "algorithm +unnamed"
works simulate --schedule "$file" --bytes 100 --tau 1 --beta 10
says "time +220 "
says "critical path: 2 packets"
works run --schedule "$file" --count 2
says "verified +every byte at every node"
works compare --schedule "$file" --bytes 16..1K --tau 1/1000 --beta 20
says "A  unnamed +simulated"
says "bytes +bound +(A|unnamed) "
refused 2 "which file" check
refused 2 "one file, please" check "$file" --schedule "$file"
refused 2 "mean nothing" run --schedule "$file" --tau 1 --beta 1
refused 2 "one argument too many" simulate broadcast --schedule "$file" --bytes 1 --tau 1 --beta 1
for command in run "simulate --bytes 1 --tau 1 --beta 1" "compare --bytes 1 --tau 1 --beta 1"; do
    # shellcheck disable=SC2086 # words
    refused 2 "on which network. usage: linkbound .*--schedule FILE" $command
done

# Files of other tools: judged, timed, run, on the network they use or on one that is named.
works export msccl allgather ring:4 -o "$work/a.xml"
works check "$work/a.xml"
says "^allgather on ring:4, correct, 2 steps; the bound is 2, .linkbound plan. has 2$"
works check "$work/a.xml" --network ring:4 --json
says '"ok":true'
works run --schedule "$work/a.xml" --count 1
works simulate --schedule "$work/a.xml" --bytes 100 --tau 1 --beta 1
works draw --schedule "$work/a.xml" --ascii
sed 's/^  /\t/' "$work/a.xml" >"$work/tab.xml"
works check "$work/tab.xml"
says "^warning: MSCCL's runtimes would not load it: .*tab.xml:2: there is a tab"
works check "$work/tab.xml" --json
says '"warning":".*tab.xml:2: there is a tab'
works export msccl reduce-scatter ring:4 -o "$work/rs.xml"
sed -i 's/"reducescatter"/"reduce_scatter"/' "$work/rs.xml"
works check "$work/rs.xml"
says "^warning: MSCCL's runtimes would not load it: .*rs.xml:1: coll is reduce_scatter, which they call reducescatter"
# The line is that of the step that sends.
line=$(grep -n 'send="3"' "$work/a.xml" | head -n 1 | cut -d: -f1)
refused 1 "a.xml:$((line + 1)): link: there is no link from 0 to 3" check "$work/a.xml" --network mesh:4
refused 2 "a.xml: the file has 4 ranks, the network 5 nodes" check "$work/a.xml" --network 5
printf '%s\n' '{"linkbound":1,"network":"2x2","task":"broadcast"}' '{"step":1,"from":0,"to":1,"data":[[0]]}' \
    '{"step":2,"from":0,"to":2,"data":[[0]]}' '{"step":3,"from":1,"to":3,"data":[[0]]}' >"$work/slow.jsonl"
works check "$work/slow.jsonl" --network cube:2
says '^broadcast on cube:2, correct, 3 steps; the bound is 2, `linkbound plan` has 2$'
for command in "check" "run --schedule" "simulate --bytes 1 --tau 1 --beta 1 --schedule"; do
    works $command "$work/slow.jsonl" --network 2x2
    refused 2 '--network ring:4: the schedule is on cube:2$' $command "$work/slow.jsonl" --network 4
    refused 2 'banana' $command "$work/slow.jsonl" --network banana
done
grep -v 'type="r"' "$work/a.xml" >"$work/b.xml"
refused 2 "b.xml:[0-9]+: " check "$work/b.xml"
sed 's/type="r"/type="nop"/' "$work/a.xml" >"$work/b.xml"
refused 1 "b.xml(:[0-9]+)?: (unreceived|held|delivered): " check "$work/b.xml"

# GOAL: ours is judged by its comments; what names no data is held against its order and timed.
works export goal allgather ring:4 -o "$work/a.goal"
works check "$work/a.goal"
says "^allgather on ring:4, correct, 2 steps; the bound is 2, .linkbound plan. has 2$"
works run --schedule "$work/a.goal" --count 1
grep -v '^//' "$work/a.goal" >"$work/b.goal"
works check "$work/b.goal" --network ring:4
says "^4 ranks on ring:4: 12 messages of 12 bytes, each received, nothing waits for ever; not judged: GOAL does not name"
works check "$work/b.goal" --json
says '"ok":true,"judged":false,"format":"GOAL","network":"(ring:)?4","ranks":4,"messages":12,"bytes":12,"unbuffered":true\}'
works simulate --schedule "$work/b.goal" --tau 1 --beta 10
says "time +22$"
says "critical path: 2 packets"
works simulate --schedule "$work/b.goal" --link 8Gbit --latency 1us --json
says '"time":"2002","time_unit":"ns"'
refused 2 "says itself how large" simulate --schedule "$work/b.goal" --bytes 5 --tau 1 --beta 10
refused 2 "needs --tau and --beta" simulate --schedule "$work/b.goal" --tau 1
refused 2 "needs --tau and --beta" simulate --schedule "$work/b.goal"
refused 2 "GOAL does not name its data" run --schedule "$work/b.goal"
refused 2 "GOAL does not name its data" draw --schedule "$work/b.goal"
refused 2 "GOAL does not name its data" export csv --schedule "$work/b.goal"
refused 1 "b.goal:[0-9]+: link: there is no link from 0 to 3" check "$work/b.goal" --network mesh:4

# A file says itself what it is: there is nothing to choose.
refused 2 "check does not take --replay" check "$file" --replay relative
refused 2 "--memory 0: " check "$file" --memory 0

# Of every format from standard input, a file or a pipe, and from a pipe of the shell.
"$LINKBOUND" corpus "$work/corpus" >"$work/out"
for file in "$work"/corpus/ring-allgather.*; do
    works check - --network ring:8 <"$file"
    says "^allgather on ring:8, correct, 7 steps"
    works check - --network ring:8 < <(cat "$file")
    says "^allgather on ring:8, correct, 7 steps"
    works check <(cat "$file") --network ring:8
    says "^allgather on ring:8, correct, 7 steps"
done
works export csv --schedule /dev/stdin < <(cat "$work/corpus/ring-allgather.xml")
says "^1,1,0,1,0,copy,0,,0,0,1,1,1,allgather"
refused 1 "^linkbound: standard input: delivered: " check - < <(cat "$work/corpus/ring-allgather-lost.xml")
refused 1 "^linkbound: standard input: delivered: " check - < <(cat "$work/corpus/ring-allgather-lost.jsonl")
refused 1 "^linkbound: /dev/fd/[0-9]+: delivered: " check <(cat "$work/corpus/ring-allgather-lost.csv")
# And from a pipe with a name, which sentences use; one that is broken, one of no schedule, one that is timed.
mkfifo "$work/pipe"
for file in "$work"/corpus/ring-allgather.*; do
    cat "$file" >"$work/pipe" &
    works check "$work/pipe" --network ring:8
    says "^allgather on ring:8, correct, 7 steps"
    wait
done
for form in xml jsonl csv; do
    cat "$work/corpus/ring-allgather-lost.$form" >"$work/pipe" &
    refused 1 "^linkbound: $work/pipe: delivered: " check --schedule "$work/pipe"
    wait
done
sed 's/cnt="1"/cnt="x"/' "$work/corpus/ring-allgather.xml" >"$work/pipe" &
refused 2 "^linkbound: $work/pipe:[0-9]+: cnt is not a whole number" check "$work/pipe"
wait
echo '<svg/>' >"$work/pipe" &
refused 2 "^linkbound: $work/pipe: a picture" check "$work/pipe"
wait
cat "$work/corpus/ring-allgather.xml" >"$work/pipe" &
works simulate --schedule "$work/pipe" --bytes 100 --tau 1 --beta 1
says "time +707"
wait
cat "$work/corpus/ring-allgather.xml" >"$work/pipe" &
works check "$work/pipe" --json
says "\"file\":\"$work/pipe\",\"ok\":true"
wait
TMPDIR=$work/none refused 2 "cannot be copied to a temporary file" check - < <(cat "$work/corpus/ring-allgather.csv")
finish
