#!/bin/bash
# Simulated networks: the times of small ones must be those of tests/golden/simgrid.txt, to the simulated nanosecond. They
# do not depend on the machine that simulates. Without SimGrid there is nothing to test.
# To renew the file after a change that is meant:  LB_GOLDEN=renew BUILD=build bash tests/sh/simgrid.sh
set -eu
SRC=${SRC:-.}
if ! command -v smpicc >/dev/null || ! command -v smpirun >/dev/null; then
    echo "skipped: SimGrid is not here (Debian: libsimgrid-dev)"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
run=$SRC/bench/simgrid/run.sh
"$SRC/bench/simgrid/build.sh" "$work" "$BUILD"

measure() {
    "$run" "$work" ours cube:3 {bcast,reduce,allreduce,scan}:{64,65536} {scatter,gather,allgather,alltoall,reduce_scatter}:{64,16384}
    "$run" "$work" ours 4x4 {bcast,allreduce}:{64,65536} {allgather,alltoall}:1024
    "$run" "$work" default cube:3 {bcast,allreduce}:65536 alltoall:1024
    "$run" "$work" ours cube:3,ports=1 bcast:65536 alltoall:1024
    LINKBOUND_WITHOUT=0-1 "$run" "$work" ours cube:3,dead=0-1 {bcast,allreduce}:65536 allgather:1024
    "$run" "$work" ours cube:8 bcast:64 # straight, in two legs
    LINKBOUND_ALGORITHM=direct "$run" "$work" ours cube:3 {bcast,reduce,scan,scatter,gather,allgather,alltoall}:1024
}

measure >"$work/times"
if grep WRONG "$work/times"; then
    echo "a result is wrong"
    exit 1
fi
if [ "${LB_GOLDEN-}" = renew ]; then
    cp "$work/times" "$SRC/tests/golden/simgrid.txt"
fi
diff -u "$SRC/tests/golden/simgrid.txt" "$work/times"

# Where a process takes 10 us to send a message, a packet on each of three ports costs 30 us, and tune must see that.
rm "$work/links.profile"
SIM_CONFIG=--cfg=smpi/ois:0:1e-5:0 "$run" "$work" ours cube:3 bcast:64 >/dev/null
awk '$1 == "beta" { exit !($2 >= 30000 && $2 < 40000) }' "$work/links.profile" || {
    echo "slow processes, and tune finds:"
    cat "$work/links.profile"
    exit 1
}
