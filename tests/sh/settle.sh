#!/usr/bin/env bash
# tools/settle and tools/settle-flows, where their solvers are, and tools/settle-shares: small cases whose answers are
# known, plans that the tool checks, and what is said where a solver is missing.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"
python=/usr/bin/python3
[ -x $python ] || python=$(command -v python3)
export PYTHONDONTWRITEBYTECODE=1

path=$PATH
# answers STATUS PATTERN TOOL ARGUMENTS...
answers() {
    local expected=$1 pattern=$2 tool=$3 status=0
    shift 3
    PATH=$path "$python" "$SRC/tools/$tool" -l "$LINKBOUND" "$@" >"$work/out" 2>&1 || status=$?
    [ "$status" -eq "$expected" ] || wrong "status $status, not $expected: $tool $* ($(cat "$work/out"))"
    says "$pattern"
}

path=$work # without solvers
answers 2 'no cbc here' settle-flows 3 1 1 1 1,2,0
answers 2 'no cadical here' settle scan 2x2 1 3 4
path=$PATH
answers 2 'no permutation of 3 nodes' settle-flows 3 1 1 1 1,1,0

if command -v cadical >/dev/null; then
    answers 1 '^none$' settle scan 2x2 1 3 4
    answers 0 '^found$' settle -o "$work/scan" scan 2x2 1 3 5
    works check "$work/scan"
    echo 'scan 2x2 1 5 7 3 s1:0=1 s1:2=1 s2:0=1 r2:3=1 s3:0=1 r3:3=1 s4:0=1 r4:3=1 s5:0=1 r5:3=1 s6:0=1 r6:3=1 s7:0=1 r7:3=1' \
        >"$work/prices"
    answers 1 '^none$' settle -p "$work/prices" scan 2x2 1 5 7
    sed -i 's/7 3 s1/7 4 s1/' "$work/prices" # more than a packet pays
    answers 3 '^open$' settle -p "$work/prices" scan 2x2 1 5 7
else
    echo "settle: not tried (no cadical)"
fi

if command -v cbc >/dev/null; then
    # The prices show what no cut packets can do either; without -v they are not said.
    answers 1 '^none, nor of cut packets: they pay 2, and 1 is there$' settle-flows -v 3 1 2 1 2,0,1
    says '^r1:2=1$'
    answers 1 '^none, nor of cut packets: they pay [0-9]+, and [0-9]+ is there$' settle-flows 3x3 2 6 5 3,4,7,1,6,8,0,5,2
    answers 1 '^none$' settle-flows 9 1 3 8 5,7,0,1,2,6,4,3,8
    answers 0 '^found$' settle-flows -o "$work/permute" 5 1 4 7 2,0,1,4,3
    works check "$work/permute"
else
    echo "settle-flows: not tried (no cbc)"
fi
# Of 8 steps there is a plan, so 7 may be none and 8 must not.
"${CC:-cc}" -O2 -o "$work/shares" "$SRC/tools/settle-shares.c" -lm
status=0
"$work/shares" scan 2x2 1 5 7 30000 >"$work/out" || status=$?
[ $status -eq 1 ] || wrong "status $status, not 1: settle-shares"
says '^none, nor of cut packets: they pay [0-9]+, and [0-9]+ is there$'
status=0
"$work/shares" scan 2x2 1 5 8 10000 >"$work/out" || status=$?
[ $status -eq 3 ] || wrong "status $status, not 3: settle-shares"
says '^open: at most 0\.9[0-9]* of what is there is paid$'
finish
