#!/usr/bin/env bash
# matrix: which task an operation is, what it costs, and that a real matrix comes out right; bad command lines.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"

# task KIND ARGUMENTS...: the matrix is moved, and that is what it took.
task() {
    local kind=$1
    shift
    works matrix "$@"
    says "^  task +$kind: "
    says "^  matrix +[0-9]+ x [0-9]+ elements moved, and every one verified at its node"
}
task alltoall transpose cube:4 --size 64
says "every node has 16 elements for every other node"
says "^  block +128 bytes$"
says "^  before +rows:blocked:identity, 8 bytes an element"
task alltoall quarter-turn cube:3 --size 16 --layout columns:striped:gray
task alltoall restore cube:4 --size 256 --layout rows --to-layout rows:striped
task permute restore cube:4 --size 32 --to-layout rows:gray
task permute half-turn cube:4 --size 32 --layout rows:striped:gray
task permute transpose cube:4 --size 32 --layout submatrices
says "^  after +submatrices:identity$"
says "12 nodes each send 64 elements, to one node each"
task permute quarter-turn cube:6 --size 24 --layout submatrices:gray
says "64 nodes each send 9 elements"
task permute half-turn cube:6 --size 24 --layout submatrices:gray
task none transpose cube:3 --size 10 --layout rows --to-layout columns
task none restore cube:3 --size 10
task none transpose 1 --size 5
task alltoall transpose 3x4 --size 12x24
task permute transpose 3x3 --size 10 --layout submatrices

# Nothing need divide: blocks are padded, and it says so.
task alltoall transpose cube:3 --size 13x7 --element 3
says "nodes have up to 2 elements for one another, to$"
says "^  block +6 bytes; [0-9.]+ % of what is carried is padding"
task alltoall transpose cube:4 --size 3
task permute transpose cube:4 --size 33 --layout submatrices --element 1
says "padded"
for element in 1 2 3 8 24; do
    task alltoall quarter-turn cube:4 --size 50 --element $element
done

# The linear clock: tau*N^2*e/2^(d+1) + d*beta.
task alltoall transpose cube:4 --size 96 --tau 1 --beta 40
says "algorithm +(complete-exchange|transpose-rows), for the linear clock"
says "^  time +2464 "
says "^  formula +.*: 2464$"
task alltoall transpose cube:4 --size 96 --link 8Gbit --latency 40ns
says "^  time +2.464 us "
task permute transpose cube:4 --size 64 --layout submatrices --tau 1 --beta 40
says "^  lower bound "
task alltoall transpose cube:3 --size 24 --algorithm complete-exchange
says "algorithm +complete-exchange, for the linear clock"
task alltoall transpose cube:3 --size 24 --ports one
works matrix transpose cube:3 --size 24 -q
[ ! -s "$work/out" ] || wrong "--quiet printed something"

# Bad input.
refused 2 "unknown operation 'transpse'; did you mean transpose" matrix transpse cube:3 --size 4
refused 2 "unknown operation 'zzz'; there are: transpose, quarter-turn, half-turn, restore" matrix zzz cube:3 --size 4
refused 2 "matrix needs --size" matrix transpose cube:3
refused 2 "an argument is missing; usage: linkbound matrix OPERATION NETWORK" matrix transpose
for size in x 4x x4 4x4x4 -4 4.5 ' 4' 4k; do
    refused 2 "--size '.*': write N, or RxC" matrix transpose cube:3 --size "$size"
done
refused 2 "--size is empty" matrix transpose cube:3 --size ""
refused 2 "--size 0: a matrix without elements" matrix transpose cube:3 --size 0
refused 2 "--size 4x0: a matrix without elements" matrix transpose cube:3 --size 4x0
refused 2 "--size 99999999999999999999999: at most 2\^32" matrix transpose cube:3 --size 99999999999999999999999
refused 2 "a matrix may have 1 GiB" matrix transpose cube:3 --size 4294967296
refused 2 "a matrix may have 1 GiB" matrix transpose cube:3 --size 11586
refused 2 "a matrix may have 1 GiB" matrix transpose cube:3 --size 4 --element 1T
refused 2 "more than 4 GiB" matrix transpose cube:20 --size 4
refused 2 "an element of 0 bytes" matrix transpose cube:3 --size 4 --element 0
refused 2 "--layout: 'diagonals' is not a layout" matrix transpose cube:3 --size 4 --layout diagonals
refused 2 "--layout: 'x' is no way to store a matrix" matrix transpose cube:3 --size 4 --layout rows:x
refused 2 "--to-layout: submatrices cannot be striped" matrix transpose cube:2 --size 4 --to-layout submatrices:striped
refused 2 "--layout: a layout cannot be both identity and gray" \
    matrix transpose cube:2 --size 4 --layout rows:gray:identity
refused 2 "8 is no square" matrix transpose cube:3 --size 4 --layout submatrices
refused 2 "a Gray code needs a power of two: 12 parts are none" matrix transpose 3x4 --size 4 --layout rows:gray
refused 2 "--beta .or --latency. is missing" matrix transpose cube:3 --size 4 --tau 1
refused 2 "--tau .or --link. is missing" matrix transpose cube:3 --size 4 --beta 1
refused 2 "--beta .or --latency. is missing" matrix transpose cube:3 --size 4 --link 1Gbit
refused 2 "matrix does not take --bytes" matrix transpose cube:3 --size 4 --bytes 4
refused 2 "unknown algorithm 'frob'" matrix transpose cube:3 --size 4 --algorithm frob
refused 2 "broadcast-1 cannot do this alltoall" matrix transpose cube:3 --size 8 --algorithm broadcast-1
refused 2 "is not a network" matrix transpose frob --size 4

command -v jq >/dev/null || finish
works matrix transpose cube:4 --size 96 --tau 1 --beta 40 --json
jq -e '.operation == "transpose" and .rows == 96 and .columns == 96 and .element == 8 and .bytes == 288 and
    .layout == "rows:blocked:identity" and .to_layout == .layout and .task == "alltoall" and .padding == 0 and
    .verified == 9216 and .time == 2464 and .formula_time == 2464 and .tau == "1" and .nodes == 16' \
    "$work/out" >"$work/jq" || wrong "json: $(cat "$work/out")"
works matrix transpose cube:4 --size 5x7 --json
jq -e '.rows == 5 and .columns == 7 and .verified == 35 and .padding > 0 and .tau == null and .clock == "unit"' \
    "$work/out" >"$work/jq" || wrong "json: $(cat "$work/out")"
works matrix restore cube:4 --size 5 --json
jq -e '.task == null and .verified == 25 and .bytes == 0 and .nodes == 16' "$work/out" >"$work/jq" ||
    wrong "json: $(cat "$work/out")"
finish
