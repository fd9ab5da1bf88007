#!/usr/bin/env bash
# plan and bound: what they print, what they write.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"

# Times are the only thing that changes from run to run.
still() {
    sed -E 's/ in [0-9.]+ (us|ms|s)$/ in TIME/' "$work/out"
}

# golden NAME ARGUMENTS...: the output is the one in tests/data. GOLDEN=write makes it so.
golden() {
    local file=$SRC/tests/data/$1
    shift
    works "$@"
    if [ "${GOLDEN-}" = write ]; then
        still >"$file"
    fi
    still | diff -u "$file" - >&2 || wrong "not as in $file: $*"
    [ "$(wc -L <"$work/out")" -le 80 ] || wrong "wider than 80 columns: $*"
    ! grep -qE ' $' "$work/out" || wrong "blanks at the end of a line: $*"
}

golden cli_plan_broadcast.txt plan broadcast cube:4 --root 5 -a broadcast-1
golden cli_plan_alltoall.txt plan alltoall 2x2x2 -a dimension-order
golden cli_plan_torus.txt plan neighbors 4x4 1..2 --ports 1 -a dimension-order
golden cli_bound.txt bound scatter cube:5 --ports 2 --bytes 4K --tau 1/3 --beta 10
golden cli_simulate.txt simulate broadcast cube:3 --bytes 1K --tau 0.5 --beta 10 --path -a broadcast-1
golden cli_simulate_bytes.txt simulate broadcast cube:3 --bytes 2 --tau 0.5 --beta 10 -a broadcast-2

# The demo: the report, node 0's links, the bars, all within 80 columns.
works demo
says "^alltoall on cube:6 \(64 nodes, 6 ports\)"
says "^ 0 > 1    [#.]+$"
says "^  100 % \| [#.]"
says "^ +step 1 +10 +20"
says "every rule holds"
says "^  alltoall +4.0 KiB +32 +32 +100.0 % +[0-9.]+ ms +48.0 MiB  every byte$"
says "^  broadcast +240.0 KiB +15 +15 +65.6 % +[0-9.]+ ms +14.8 MiB  every byte$"
[ "$(grep -vF "$LINKBOUND" "$work/out" | wc -L)" -le 80 ] || wrong "the demo is wider than 80 columns"
grep -qF "Next: $LINKBOUND plan " "$work/out" || wrong "what comes next cannot be pasted"
! grep -qE ' $' "$work/out" || wrong "the demo has blanks at the end of a line"

# The list, as wide as it may be and no wider; only what can do the task there.
works list
says "^ALGORITHM +NETWORKS +PORTS +CLOCK"
[ "$(wc -L <"$work/out")" -le 80 ] || wrong "the list is wider than 80 columns"
! grep -q "or more" "$work/out" || wrong "ports that are neither any nor all"
COLUMNS=50 "$LINKBOUND" list >"$work/out"
[ "$(wc -L <"$work/out")" -le 50 ] || wrong "the list does not mind COLUMNS"
works list scatter 4x4
says "^dimension-order "
! grep -qE "^[a-z0-9-]+ +cubes" "$work/out" || wrong "algorithms for cubes on a torus"
works list scatter --names
says "^binomial-scatter$"

# Colour only when asked for: this is no terminal.
works plan alltoall cube:3 --color always
says $'\033\\[1m'
(unset NO_COLOR && "$LINKBOUND" plan alltoall cube:3 >"$work/out")
! grep -q $'\033' "$work/out" || wrong "colour in a pipe"

# In a UTF-8 locale the same picture with blocks.
if LC_ALL=C.UTF-8 locale charmap 2>/dev/null | grep -q UTF-8; then
    LC_ALL=C.UTF-8 "$LINKBOUND" demo >"$work/out"
    says $'\xe2\x96\xa0'
fi

# A single node needs nothing, and keeps any limit.
works plan alltoall 1
says "steps +0 +bound +0 +optimal"
works plan broadcast 1 --ports 1
works bound broadcast 1 --ports 7
works simulate broadcast 1 --ports one --bytes 1 --tau 1 --beta 1

# Limits by name; an allreduce says how many blocks it has.
works plan allgather cube:4 --ports one
says "^allgather on cube:4 \(16 nodes, 1 of 4 ports\)"
works plan allreduce cube:3 --ports all
says "^allreduce on cube:3 \(8 nodes, 3 ports; 8 blocks\)"
works bound allreduce cube:3
says "^allreduce on cube:3 \(8 nodes, 3 ports; 8 blocks\)"

# The schedule in a file; the report on stdout.
works plan alltoall 3x4 -o "$work/plan.jsonl"
says "^alltoall on 3x4"
head -n 1 "$work/plan.jsonl" | grep -q '"linkbound":1' || wrong "no header"
works check "$work/plan.jsonl"
says "^alltoall on 3x4"
works check - <"$work/plan.jsonl"

# To stdout; then the report is on stderr.
"$LINKBOUND" plan alltoall 3x4 -o - >"$work/out" 2>"$work/err" || wrong "plan -o - failed"
cmp -s "$work/out" "$work/plan.jsonl" || wrong "-o - and -o FILE write different schedules"
grep -q "^alltoall on 3x4" "$work/err" || wrong "no report on stderr"
"$LINKBOUND" plan alltoall 3x4 -q -o - >"$work/out" 2>"$work/err"
[ ! -s "$work/err" ] || wrong "--quiet and yet a report"

works plan alltoall 3x4 --quiet
[ ! -s "$work/out" ] || wrong "--quiet printed something"

# Several ways to say the same task give the same schedule.
same() {
    cmp -s "$work/a" "$work/b" || wrong "$1"
}
"$LINKBOUND" plan neighbors 4x4 --distance 1..2 -qo "$work/a"
"$LINKBOUND" plan neighbors 4x4 --near 1 --far 2 -qo "$work/b"
same "--distance and --near --far"
"$LINKBOUND" plan neighbors 4x4 1..2 -qo "$work/b"
same "--distance and the operand"
"$LINKBOUND" plan isotropic 4x4 --offsets '1,0;(0,-1)*2' -qo "$work/a"
"$LINKBOUND" plan isotropic 4x4 --offsets '1,12*2' -qo "$work/b"
same "tuples and ids"
printf '1\n12,12\n' >"$work/list"
"$LINKBOUND" plan isotropic 4x4 --offsets "@$work/list" -qo "$work/b"
same "a list in a file"
"$LINKBOUND" plan multibroadcast cube:3 --sources 0-2*2,7 -qo "$work/a"
"$LINKBOUND" plan multibroadcast cube:3 --sources 7,0,0,1,1,2,2 -qo "$work/b"
same "ranges and repetitions"
"$LINKBOUND" plan permute cube:3 --permutation complement -qo "$work/a"
"$LINKBOUND" plan permute cube:3 --permutation 7,6,5,4,3,2,1,0 -qo "$work/b"
same "a permutation's name"
"$LINKBOUND" plan permute 2x3x2x3 --permutation transpose -qo "$work/a"
for name in antipode reverse shuffle random random:7 bit-reversal inversion reflection rotation swap:0-63; do
    works plan permute 4x4x4 --permutation $name
done
for name in half-turn half-turn-gray quarter-turn quarter-turn-gray transpose bit-reversal; do
    works plan permute cube:4 --permutation $name
done
works plan permute 3x3 --permutation quarter-turn
permutes() { # the list that a name stands for: NETWORK NAME LIST
    "$LINKBOUND" plan permute "$1" --permutation "$2" -qo "$work/a"
    "$LINKBOUND" plan permute "$1" --permutation "$3" -qo "$work/b"
    same "$2 on $1"
}
permutes cube:3 inversion 7,6,5,4,3,2,1,0
permutes 2x3 inversion 5,4,3,2,1,0
permutes cube:3 rotation 1-7,0
permutes cube:3 reflection 4-7,0-3
permutes 2x3 reflection 4,5,2,3,0,1
permutes 2x3x1 reflection 4,5,2,3,0,1
permutes cube:3 bit-reversal 0,4,2,6,1,5,3,7
permutes 4x2 bit-reversal 0,4,2,6,1,5,3,7
permutes cube:2 swap:0-3 3,1,2,0
permutes cube:4 transpose 0,4,8,12,1,5,9,13,2,6,10,14,3,7,11,15
# clockwise: row 0, nodes 0 to 3, becomes the last column, nodes 3, 7, 11, 15
permutes cube:4 quarter-turn 3,7,11,15,2,6,10,14,1,5,9,13,0,4,8,12
permutes 3x3 quarter-turn 2,5,8,1,4,7,0,3,6
permutes cube:4 half-turn 15,14,13,12,11,10,9,8,7,6,5,4,3,2,1,0
# in Gray code node 2 is row or column 3: the turns flip a high bit
permutes cube:4 half-turn-gray 10,11,8,9,14,15,12,13,2,3,0,1,6,7,4,5
permutes cube:4 quarter-turn-gray 2,6,10,14,3,7,11,15,0,4,8,12,1,5,9,13
for name in permuted-send permuted-send-2; do # generated packet by packet, in pieces
    works plan permute cube:5 --permutation swap:3-9 --algorithm $name --clock linear -o "$work/a"
    works check "$work/a"
    says "every rule holds"
done
"$LINKBOUND" plan permute cube:5 --permutation random:1 -a dimension-order -qo "$work/a"
"$LINKBOUND" plan permute cube:5 --permutation random --seed 1 -a dimension-order -qo "$work/b"
same "random:1 and --seed 1"
"$LINKBOUND" plan permute cube:5 --permutation random --seed 1 -qo "$work/a"
"$LINKBOUND" plan permute cube:5 --permutation random --seed 1 -qo "$work/b"
same "the same seed"
"$LINKBOUND" plan permute cube:5 --permutation random --seed 2 -qo "$work/b"
! cmp -s "$work/a" "$work/b" || wrong "another seed, the same permutation"

# Every task can be planned and bounded.
for task in broadcast scatter gather allgather alltoall reduce reduce-scatter allreduce "send --to 5" \
    "permute --permutation reverse" "isotropic --offsets 1-3" "neighbors --far 2" "multibroadcast --sources 1,1,4" scan exscan; do
    # shellcheck disable=SC2086 # a task and its options
    set -- $task
    name=$1
    shift
    for net in cube:3 4x4; do
        less=()
        case $name$net in *scan* | *4x4) less=(--effort 1) ;; esac # more takes minutes under sanitizers
        works plan "$name" $net "$@" "${less[@]}"
        works bound "$name" $net "$@" --ports 1
        says "verified"
        works simulate "$name" $net "$@" --bytes 4K --tau 1/7 --beta 3 "${less[@]}"
        says "critical path"
    done
done

# Machines: the node's blocks, and no others.
for slots in 1 2 3; do
    for task in "allreduce 1" "allgather $slots" "scatter $slots" "alltoall $((slots * slots))"; do
        [ "$("$LINKBOUND" bound "${task% *}" 3x4 --slots $slots --json | jq .steps_bound)" = \
            "$("$LINKBOUND" bound "${task% *}" 3x4 --packets "${task#* }" --json | jq .steps_bound)" ] || wrong "bound --slots $slots: $task"
        [ "$("$LINKBOUND" simulate "${task% *}" 3x4 --slots $slots --bytes 1000 --tau 1 --beta 10 --effort 1 --json | jq .time)" = \
            "$("$LINKBOUND" simulate "${task% *}" 3x4 --bytes $((1000 * ${task#* })) --tau 1 --beta 10 --effort 1 --json | jq .time)" ] ||
            wrong "simulate --slots $slots: $task"
    done
done
# Of a scan the first of several processes on a node wants what is before the node, and not what is there: an exscan.
for slots in 1 2 4; do
    nodes=exscan
    [ $slots -gt 1 ] || nodes=scan
    for how in "--packets 100" "--bytes 1M --tau 0.8 --beta 1000"; do
        # shellcheck disable=SC2086 # options
        [ "$("$LINKBOUND" bound scan 4x4 --slots $slots $how --json | jq -c '[.task, .steps_bound, .time_bound]')" = \
            "$("$LINKBOUND" bound $nodes 4x4 $how --json | jq -c '[.task, .steps_bound, .time_bound]')" ] || wrong "bound scan --slots $slots $how"
    done
done
[ "$("$LINKBOUND" bound scan 4x4 --slots 2 --packets 100 --json | jq .steps_bound)" = 75 ] || wrong "a scan on a machine takes 75 steps"
[ "$("$LINKBOUND" bound scan 4x4 --slots 1 --packets 100 --json | jq .steps_bound)" = 67 ] || wrong "a scan takes 67 steps"
works plan scan 3x3 --slots 2 --effort 1
says "gets what the nodes before have"
says "every rule holds"
works bound alltoall cube:3 --slots 4 --bytes 1000 --tau 1 --beta 1
says "machine .*a block of a node is 16 of"
refused 2 "from 1 to 65536 processes" plan alltoall cube:3 --slots 0
refused 2 "from 1 to 65536 processes" bound alltoall cube:3 --slots 65537
refused 2 "the blocks of a node are too large" bound alltoall cube:3 --slots 65536 --bytes 1T --packets 9000000000000000

# Spans take memory as they arrive: what is too little of it is told, not that there is none.
refused 2 "checking this needs 62.0 KiB of memory; 4.0 KiB are allowed" plan scan cube:8 --memory 4K
refused 2 "simulating this needs .* of memory; 100.0 KiB are allowed" \
    plan exscan ring:64 -p 1 --algorithm prefix --clock linear --bytes 1000 --tau 1 --beta 10 --memory 100K
refused 2 "halfway halves at most 2 times here: --groups 3" \
    plan allreduce 3x3 --clock linear -g 3 --bytes 10 --tau 1 --beta 1
works plan scan cube:4 --clock linear -g 3 --bytes 10 --tau 1 --beta 1
says "g = 3"
finish
