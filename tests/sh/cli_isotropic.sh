#!/usr/bin/env bash
# Isotropic tasks from the command line: offsets, stencils, greedy's rules.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"

# Offsets: outside the network, too many, none.
refused 2 "--offsets: 8 is not a node; the network has nodes 0 to 7" plan isotropic cube:3 --offsets 1,8
refused 2 "--offsets: digit 4 in dimension 1, whose radix is 4" plan isotropic 4x4 --offsets '(0,4)'
refused 2 "--offsets: cannot read '-1'; write node numbers, .* tuples" plan isotropic ring:8 --offsets -1
refused 2 "--offsets 0,-1: a tuple or 2 node numbers" plan isotropic 4x4 --offsets 0,-1
refused 2 "--offsets 1,0,0: a tuple or 3 node numbers" plan isotropic 4x4x4 --offsets 1,0,0
refused 2 "--offsets: 99999999999 is too large" plan isotropic cube:3 --offsets '5*99999999999'
refused 2 "--offsets: 99999999999 is too large" plan isotropic 4x4 --offsets '(1,0)*99999999999'
refused 2 "--offsets: more than 67108864 entries" plan isotropic cube:3 --offsets '5*4294967295'
refused 2 "--offsets: more than 67108864 entries" plan isotropic cube:3 --offsets '0-7*60000000'
refused 2 "--offsets: an entry that is there 0 times" plan isotropic cube:3 --offsets '5*0'
refused 2 "the first distance is the larger" plan neighbors cube:4 3..2
refused 2 "--ports 0: a node needs at least one port" plan isotropic cube:3 --offsets 1 --ports 0
refused 2 "--ports 5: a node of this network has only 4" plan isotropic 4x4 --stencil moore:1 --ports 5
refused 2 "isotropic needs --offsets or --stencil" plan isotropic 4x4
printf ' \n' >"$work/none"
for none in "" " " "@$work/none" "@/dev/null"; do
    works plan isotropic 4x4 --offsets "$none"
    says "isotropic, 0 offsets, on 4x4"
    says "steps +0 +bound +0 +optimal"
done
works plan isotropic 4x4 --offsets '' --rule nearest
says "optimum +0 steps"
works plan isotropic 4x4 --offsets '' -q -o "$work/none.jsonl"
works check "$work/none.jsonl"
works bound isotropic 4x4 --offsets ''
says "at least 0"

# Stencils.
refused 2 "--stencil 'cross:1': choose moore:R or vonneumann:R" plan isotropic 4x4 --stencil cross:1
refused 2 "--stencil moore: write moore:1" plan isotropic 4x4 --stencil moore
refused 2 "--stencil moore:1\.\.2: write moore:1" plan isotropic 4x4 --stencil moore:1..2
refused 2 "--stencil moore:0: the radius is at least 1" plan isotropic 4x4 --stencil moore:0
refused 2 "--stencil 'x': not a number" plan isotropic 4x4 --stencil vonneumann:x
refused 2 "--stencil '-1': not a number" plan isotropic 4x4 --stencil vonneumann:-1
refused 2 "--stencil 99999999999: too large" plan isotropic 4x4 --stencil von-neumann:99999999999
refused 2 "--stencil is empty" plan isotropic 4x4 --stencil ""
refused 2 "--offsets and --stencil contradict each other" plan isotropic 4x4 --stencil moore:1 --offsets 1
refused 2 "--stencil means nothing to neighbors" plan neighbors 4x4 1..1 --stencil moore:1
refused 2 "--stencil means nothing to alltoall" bound alltoall 4x4 --stencil moore:1

# counts NETWORK STENCIL: that many offsets.
counts() {
    works plan isotropic "$1" --stencil "$2"
    says "isotropic, $3 offsets?, on"
    says "steps .* optimal"
}
counts 8x8x8 moore:1 26
counts 8x8 moore:2 24
counts 8x8 vonneumann:1 4
counts 8x8 von-neumann:2 12
counts 3x3 moore:1 8
counts 3x3 moore:7 8
counts 4x4 moore:2 15
counts 4x4 vonneumann:4294967295 15
counts cube:5 vonneumann:2 15
counts cube:5 moore:1 31
counts 1x5 moore:1 2
counts 1 moore:1 0

# Greedy's rules. Without an algorithm, greedy is meant.
for rule in farthest nearest first random; do
    works plan alltoall 4x4 --rule $rule
    says "algorithm +greedy"
    says "optimum +8 steps \(isotropic\); no greedy schedule takes more than 11"
    works plan isotropic 4x4 --stencil moore:1 --algorithm greedy --rule $rule
    works simulate neighbors 4x4 1..2 --rule $rule --bytes 64 --tau 1 --beta 1
    says "algorithm +greedy, for the linear clock"
done
works plan alltoall 4x4 -a greedy --ports 2
says "optimum +16 steps \(isotropic\)$"
works plan alltoall 4x4
! grep -q optimum "$work/out" || wrong "the optimum beside itself"
works plan alltoall 8x8 --rule random --seed 7 -q -o "$work/a"
works plan alltoall 8x8 --rule random --seed 7 -q -o "$work/b"
works plan alltoall 8x8 --rule random --seed 8 -q -o "$work/c"
cmp -s "$work/a" "$work/b" || wrong "the same seed, another schedule"
! cmp -s "$work/a" "$work/c" || wrong "another seed, the same schedule"
refused 2 "--rule 'worst': choose farthest\|nearest\|first\|random" plan alltoall 4x4 --rule worst
refused 2 "--rule means nothing to isotropic: only greedy has rules" plan alltoall 4x4 --rule first -a isotropic
refused 2 "--rule means nothing to broadcast: greedy cannot do it" plan broadcast 4x4 --rule first
refused 2 "--rule means nothing to permute" simulate permute 4x4 --permutation reverse --rule first --bytes 1 \
    --tau 1 --beta 1
refused 2 "unknown algorithm 'gredy'; did you mean greedy" plan alltoall 4x4 --rule first -a gredy
refused 2 "bound does not take --rule" bound alltoall 4x4 --rule first
refused 2 "--seed means nothing here" plan alltoall 4x4 --rule first --seed 1
refused 2 "--seed means nothing here" plan alltoall 4x4 -a greedy --seed 1

command -v jq >/dev/null || finish

# offsets LIST ARGUMENTS...: what the task is after all.
offsets() {
    local list=$1
    shift
    works plan isotropic "$@" --json
    [ "$(jq -c .offsets "$work/out")" = "$list" ] || wrong "offsets $(jq -c .offsets "$work/out"), not $list: $*"
}
offsets '[1,3,4,12]' 4x4 --stencil vonneumann:1
offsets '[1,4,5]' 2x1x2x2 --offsets '(1,0,0,0);(0,0,0,1);(1,0,0,-1)'
printf '(1,0);\n (-1,0)\n(0,-1)*2\n' >"$work/tuples"
offsets '[1,3,12,12]' 4x4 --offsets "@$work/tuples"
printf '1,0\n-1,0\r\n0,-1\n' >"$work/lines"
offsets '[1,3,12]' 4x4 --offsets "@$work/lines"
offsets '[0,1]' 4x4 --offsets '1 0'
printf '1,0;\n-1,0;\n0,-1;\n0,-3\n' >"$work/plain"
offsets '[1,3,4,12]' 4x4 --offsets "@$work/plain"
printf '(-1)\n(-7)\n' >"$work/ring"
offsets '[1,7]' ring:8 --offsets "@$work/ring"
offsets '[]' 4x4 --offsets ''

works plan alltoall 10x10x10 --rule farthest --replay relative --json
jq -e '.algorithm == "greedy" and .optimum == 1250 and .guarantee == 1264 and .steps <= 1264' "$work/out" >"$work/jq" ||
    wrong "10x10x10: $(cat "$work/out")"
works plan isotropic cube:4 --offsets '15*2,1' --rule first --json
jq -e '.guarantee == 6 and .optimum == 4' "$work/out" >"$work/jq" || wrong "guarantee: $(cat "$work/out")"
finish
