#!/usr/bin/env bash
# Whether calls are really taken: from C or Fortran, by the summary; and that nothing is when it is turned off. RUN starts
# the program, PROGRAM; LIBRARY is the drop-in.
# shellcheck source=tests/pmpi/lib.bash
. "$(dirname "$0")/lib.bash"

# The engine inside must call MPI by names that are not intercepted.
if nm -D "$LIBRARY" | grep -E ' U MPI_[A-Z][a-z]'; then
    wrong "these are missing in src/pmpi/rename.h"
fi
nm -D --defined-only "$LIBRARY" | grep -vE ' (A|P?MPIX?_[A-Za-z_]*|[TWVi] P?MPIX?_[A-Za-z_]*)$' >"$work/out" || true
[ ! -s "$work/out" ] || wrong "it exports what is not MPI's"
! ldd "$LIBRARY" | grep -E 'protobuf|liblinkbound' >"$work/out" || wrong "it needs a library beside MPI"

export LINKBOUND_SUMMARY=1
unset LINKBOUND_MINIMUM LINKBOUND_COLLECTIVES
run() {
    # shellcheck disable=SC2086 # several words
    $RUN $PROGRAM >"$work/out" 2>&1 || wrong "status $?"
}
LINKBOUND_NETWORK=cube:2 run
grep -qE '^linkbound: +bcast +1 +0 +80000$' "$work/out" || wrong "the broadcast was not taken"
grep -qE '^linkbound: +allreduce +2 +1 +320000$' "$work/out" || wrong "not two sums of three were taken"
grep -qE '^linkbound: +broadcast +[a-z0-9-]+ +1 +1 +[0-9.]+x$' "$work/out" || wrong "no algorithm is named"
LINKBOUND_VERBOSE=1 LINKBOUND_NETWORK=cube:2 run
grep -q '^linkbound: broadcast of 80000 bytes on cube:2: ' "$work/out" || wrong "the plan of the broadcast is not told"
! grep -q '^linkbound: allgather of ' "$work/out" || wrong "what processes tell each other is told as the program's own"
LINKBOUND_ALGORITHM=direct LINKBOUND_NETWORK=cube:2 run
grep -qE '^linkbound: +broadcast +direct +1 +1 *$' "$work/out" || wrong "the direct broadcast is not in the summary"
LINKBOUND_DISABLE=1 LINKBOUND_NETWORK=cube:2 run
! grep -q linkbound: "$work/out" || wrong "it is not off"
LINKBOUND_NETWORK=cube:3 run
[ "$(grep -c '^linkbound: cube:3 has 8 nodes, and there are 4 processes; MPI.s own collectives are used$' "$work/out")" -eq 1 ] ||
    wrong "no word, or several, about the wrong network"
LINKBOUND_NETWORK=nonsense run
grep -q "^linkbound: LINKBOUND_NETWORK: 'nonsense' is not a network" "$work/out" || wrong "no word about nonsense"
LINKBOUND_COLLECTIVES=allreduce LINKBOUND_MINIMUM=1000000 LINKBOUND_NETWORK=cube:2 run
grep -qE '^linkbound: +bcast +0 +1 +0$' "$work/out" || wrong "a broadcast was taken that is not wanted"
# Why calls are left to MPI.
because() { # COLLECTIVE CALLS REASON
    grep -qE "^linkbound: +$1 +$2  $3" "$work/out" || wrong "not $2 $1: $3"
}
if [ -n "${REASONS-}" ]; then
    LINKBOUND_WITHOUT=2-3 LINKBOUND_NETWORK=cube:2 PROGRAM=$REASONS run
    because allreduce 1 "type and operator"
    because allreduce 2 "too short"
    because allreduce 1 "a communicator between groups"
    because bcast 3 "a communicator of one process"
    because bcast 4 "a communicator that is no torus"
    because bcast 1 "nonblocking or persistent"
    unknown='gatherv alltoallw neighbor_alltoallv neighbor_alltoallw neighbor_allgatherv'
    for collective in $unknown; do
        because "$collective" 1 "not asked for"
    done
    grep -qE '^linkbound: +bcast +11 +8 ' "$work/out" || wrong "the rest was not taken"
    [ "$(grep -c "^linkbound: dead links in the network of a communicator of 2, by its ranks: node 0 is cut off .*used there$" "$work/out")" -eq 1 ] ||
        wrong "no word, or several, about the network that is cut"
    LINKBOUND_COLLECTIVES=all LINKBOUND_NETWORK=cube:2 PROGRAM=$REASONS run
    for collective in $unknown; do
        grep -qE "^linkbound: +$collective +1 +0 " "$work/out" || wrong "$collective was not taken"
    done
fi

for bad in WITHOUT=nonsense WITHOUT=0-3 ALGORITHM=nonsense MINIMUM=99999999999999999999999 MINIMUM=-1 MINIMUM=4k; do
    export "LINKBOUND_$bad"
    LINKBOUND_NETWORK=cube:2 run
    unset "LINKBOUND_${bad%%=*}"
    [ "$(grep -c "^linkbound: .*; MPI's own collectives are used\$" "$work/out")" -eq 1 ] || wrong "no word, or several, about $bad"
    ! grep -q "linkbound: linkbound" "$work/out" || wrong "our name twice, about $bad"
done
