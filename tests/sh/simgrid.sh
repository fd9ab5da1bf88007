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
    "$run" "$work" ours 4x4 {bcast,allreduce}:{64,65536} {allgather,alltoall}:1024 scan:65536
    "$run" "$work" default cube:3 {bcast,allreduce}:65536 alltoall:1024
    "$run" "$work" ours cube:3,ports=1 bcast:65536 alltoall:1024
    LINKBOUND_WITHOUT=0-1 "$run" "$work" ours cube:3,dead=0-1 {bcast,allreduce}:65536 allgather:1024
    # Short messages go straight, around what is dead: a mesh.
    LINKBOUND_WITHOUT=0-3,4-7,8-11,12-15,0-12,1-13,2-14,3-15 "$run" "$work" ours 4x4,mesh {bcast,allreduce,alltoall}:64 allreduce:65536
    "$run" "$work" ours 4x4x2 {gather,scatter}:777 # short packets do not wait for each other
    "$run" "$work" ours 3x3x3 allgather:{1020,1024} # pieces for six ports are of about one length
    "$run" "$work" ours cube:5 bcast:64 # straight
    LINKBOUND_ALGORITHM=direct "$run" "$work" ours cube:8 bcast:64 # in two legs; said, as 256 processes would plan for minutes
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

# A sample of the survey: never slower than the best of SMPI's selectors, whatever the links.
for platform in cube:3,links=100/5 4x4,links=1/50; do
    "$run" "$work" tuned "$platform" {bcast,reduce,allreduce}:{777,12000,65537} {scatter,gather,allgather,reduce_scatter,alltoall}:{64,4096} |
        sed "s|^[^ ]*|$platform|"
done >"$work/sample-tuned.txt"
awk -f "$SRC/bench/simgrid/survey.awk" "$SRC/bench/simgrid/survey.txt" "$work/sample-tuned.txt" >"$work/sample" 2>"$work/slower"
if [ -s "$work/slower" ] || ! grep -q '| 100/5 | 19 | 0 |' "$work/sample"; then
    echo "a sample of the survey is slower than SMPI's selectors, or not there:"
    cat "$work/sample" "$work/slower"
    exit 1
fi

# On rings that are not alike, no algorithm by force is more than 2 % faster than what is chosen.
"$run" "$work" rows 3x5 allreduce:{2048,8192} {allgather,reduce_scatter}:256 {scatter,gather}:2048 >"$work/rows"
"$run" "$work" rows 3x4x2 allreduce:2048 reduce_scatter:256 gather:2048 >>"$work/rows"
"$run" "$work" rows 2x8 scan:2048 >>"$work/rows"                        # nor of scans
"$run" "$work" rows cube:3 {allgather,reduce_scatter}:1024 >>"$work/rows" # where flights would meet others
if ! awk -f "$SRC/bench/simgrid/rows.awk" "$work/rows" >"$work/slower" || ! grep -q '^12 points' "$work/slower"; then
    echo "the engine does not choose the fastest of its algorithms, or does nothing:"
    cat "$work/slower"
    exit 1
fi

# On a machine whose memory costs time, too, what the engine chooses is within a tenth of the best that can be said by force:
# leaders, two of the slots or all of them, in one piece or in four.
machine() { # variables of the engine
    env SIM_COPY=0.1 SIM_MEET=300 "$@" "$run" "$work" ours cube:2,slots=4,links=100/1 {reduce,allreduce}:{4096,1048576} \
        reduce_scatter:{64,16384} {bcast,alltoall}:16384
}
machine >"$work/chosen"
for way in '0 1' '1 1' '2 1' '0 4' '1 4'; do
    machine LINKBOUND_PLANES="${way% *}" LINKBOUND_PIECES="${way#* }"
done >"$work/forced"
if grep WRONG "$work/chosen" "$work/forced" || ! awk '{ key = $2 " " $3 }
    NR == FNR { if (!(key in best) || $6 < best[key]) best[key] = $6; next }
    $6 > 1.1 * best[key] { print key, $6, "and not", best[key]; bad = 1 }
    END { exit bad || FNR != 8 }' "$work/forced" "$work/chosen"; then
    echo "the way that the engine chooses on a machine is not within a tenth of the best, or is wrong"
    exit 1
fi

# Nor is the engine slower with what it measured than without, and a collective than one that does as much and more.
for platform in 4x4,links=1/50 ring:16; do
    for who in tuned none; do
        "$run" "$work" $who "$platform" {bcast,reduce,allreduce}:{65537,150001} {scatter,gather,allgather,alltoall}:4096 scan:65537 |
            sed "s|^[^ ]*|$platform|"
    done
done >"$work/itself"
if ! awk -f "$SRC/bench/simgrid/itself.awk" "$work/itself" >"$work/table" 2>"$work/slower" || ! grep -q '| tuned than none | 22 | 0 |' "$work/table"; then
    echo "the engine is slower than itself, or not there:"
    cat "$work/table" "$work/slower"
    exit 1
fi

# In debug mode processes look whether all others have come, and do not wait: time must pass meanwhile.
if ! LINKBOUND_DEBUG=1 timeout 60 "$run" "$work" ours cube:3 bcast:2048 {allgather,alltoall}:64 >"$work/debug" ||
    [ "$(grep -vc WRONG "$work/debug")" != 3 ]; then
    echo "debug mode does not end, or is wrong"
    exit 1
fi

# A network that nobody names is found by how soon hosts answer: then everything takes as long as with a hosts file.
for platform in 3x3,shuffle=3 cube:3,slots=2,shuffle=7; do
    "$run" "$work" ours "$platform" allreduce:65536 >"$work/said"
    SIM_NETWORK=auto LINKBOUND_DISCOVER=latencies "$run" "$work" ours "$platform" allreduce:65536 | diff - "$work/said"
done

# Fast links with a long latency, rings that all go around the same way: tune must see that messages are routed.
for platform in cube:3,links=100/5 cube:3,links=400/0.5 ring:5 2x3; do
    "$run" "$work" tuned "$platform" bcast:1 >/dev/null
    ! grep 'hop none' "$work/$(printf %s "$platform" | tr ':,=/' '____').profile" || {
        echo "tune has not seen that $platform is routed"
        exit 1
    }
done

# Where a process takes 10 us to send a message, a packet on each of three ports costs 30 us, and tune must see that.
rm "$work/cube_3.profile"
SIM_CONFIG=--cfg=smpi/ois:0:1e-5:0 "$run" "$work" ours cube:3 bcast:64 >/dev/null
awk '$1 == "beta" { exit !($2 >= 30000 && $2 < 40000) }' "$work/cube_3.profile" || {
    echo "slow processes, and tune finds:"
    cat "$work/cube_3.profile"
    exit 1
}
