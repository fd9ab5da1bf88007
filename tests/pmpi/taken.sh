#!/usr/bin/env bash
# Whether calls are really taken: from C or Fortran, by the summary; and that nothing is when it is turned off. RUN starts
# the program, PROGRAM; LIBRARY is the drop-in.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
wrong() {
    echo "FAILED: $*" >&2
    cat "$work/out" >&2
    exit 1
}

# The engine inside must call MPI by names that are not intercepted.
if nm -D "$LIBRARY" | grep -E ' U MPI_[A-Z][a-z]'; then
    : >"$work/out"
    wrong "these are missing in src/pmpi/rename.h"
fi
nm -D --defined-only "$LIBRARY" | grep -vE ' (A|P?MPIX?_[A-Za-z_]*|[TWVi] P?MPIX?_[A-Za-z_]*)$' >"$work/out" || true
[ ! -s "$work/out" ] || wrong "it exports what is not MPI's"

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
for bad in WITHOUT=nonsense WITHOUT=0-3 ALGORITHM=nonsense; do
    export "LINKBOUND_$bad"
    LINKBOUND_NETWORK=cube:2 run
    unset "LINKBOUND_${bad%%=*}"
    [ "$(grep -c "^linkbound: .*; MPI's own collectives are used\$" "$work/out")" -eq 1 ] || wrong "no word, or several, about $bad"
done
