#!/usr/bin/env bash
# What is learnt from repeated calls, where one of the two ways is made slow. RUN starts PROGRAM with the drop-in and slow.c.
# shellcheck source=tests/pmpi/lib.bash
. "$(dirname "$0")/lib.bash"
run() { # calls
    # shellcheck disable=SC2086 # several words
    $RUN "$PROGRAM" "$1" >"$work/out" 2>&1 || wrong "status $?"
    grep -q '^repeated: 0 failures$' "$work/out" || wrong "wrong results"
}
learnt() { # how many, regular expression
    [ "$(grep -c -E -- "^linkbound: learnt: $2" "$work/out")" -eq "$1" ] || wrong "not $1 times: $2"
}

export LINKBOUND_SUMMARY=1 LINKBOUND_NETWORK=cube:2 LINKBOUND_PROFILE=none LINKBOUND_LEARN=3
unset LINKBOUND_COLLECTIVES LINKBOUND_MINIMUM

SLOW=engine run 60
learnt 1 "bcast of 4000 bytes on 4: MPI's own, [0-9.]+x faster$"
learnt 1 "bcast of 4000 bytes on 2: MPI's own, "
learnt 1 "allgather of 16000 bytes on 4: MPI's own, "
learnt 1 "allreduce of 4000 bytes on 4: MPI's own, "
learnt 0 "allreduce of 8000 bytes" # of doubles
SLOW=mpi run 60
learnt 1 "bcast of 4000 bytes on 4: linkbound, [0-9.]+x faster$"
learnt 1 "bcast of 32 bytes on 4: linkbound, " # which is below the minimum
learnt 1 "allgather of 16000 bytes on 4: linkbound, "
learnt 0 "allreduce of 8000 bytes"
LINKBOUND_MINIMUM=1000 SLOW=mpi run 60
learnt 0 "bcast of 32 bytes"
learnt 1 "bcast of 4000 bytes on 4: linkbound, "

# Too few calls, turned off, comparing; and all, also where it may change the last bits.
LINKBOUND_LEARN=1 run 18
learnt 0 ""
LINKBOUND_LEARN=0 run 18
learnt 0 ""
LINKBOUND_DEBUG=1 SLOW=engine run 6
learnt 0 ""
LINKBOUND_LEARN=many run 1
grep -q "^linkbound: LINKBOUND_LEARN: 'many' is not a number of calls, nor all; MPI's own collectives are used$" "$work/out" ||
    wrong "no word about a bad number"
LINKBOUND_LEARN=99999999999 run 1
grep -q "^linkbound: LINKBOUND_LEARN: '99999999999' is too large: .*; MPI's own collectives are used$" "$work/out" ||
    wrong "no word about a number that is too large"
