#!/bin/bash
# Measures the grid of `make bench-sim`: every network, collective and size, ours or what SMPI's five selectors take.
#     bench.sh BUILD RESULTS ours|native [NETWORK...]
# RESULTS/NETWORK-WHO-COLLECTIVE-BYTES.txt has the line of run.sh; what is there already is not measured again, so that an
# interrupted run goes on where it was, unless the engine is newer. JOBS run at a time, LIMIT seconds each. A selector
# that fails (some deadlock, some do not end) leaves an empty file. A NETWORK may have other links, as run.sh says:
# 4x4,links=400/0.1. COLLECTIVES, VECTORS and BLOCKS ask for other collectives, and other sizes of those of one vector and
# of those of blocks, than the grid's.
set -eu
case ${3-} in
    ours | native) ;;
    *)
        echo "usage: bench.sh BUILD RESULTS ours|native [NETWORK...]" >&2
        exit 2
        ;;
esac
build=$1 results=$2 whose=$3
shift 3
here=$(dirname "$0")
[ $# -gt 0 ] || set -- cube:3 cube:4 4x4 cube:5 cube:6 8x8 4x4x4 3x4x5 cube:7 cube:8 cube:10

# What does not fit into 16 GiB, or takes more than minutes a point to simulate, is left out.
sizes() { # network, collective
    case $2:${VECTORS-}:${BLOCKS-} in
        bcast:?*:* | reduce:?*:* | allreduce:?*:* | scan:?*:*) echo "$VECTORS" && return ;;
        bcast:* | reduce:* | allreduce:* | scan:*) ;;
        *:*:?*) echo "$BLOCKS" && return ;;
    esac
    case $(printf %s "$1" | sed "s/,links=[^,]*//"):$2 in
        cube:10:bcast) echo 64 65536 1048576 ;;
        cube:10:reduce | cube:10:allreduce) echo 65536 ;;
        cube:10:scatter | cube:10:gather) echo 1024 ;;
        cube:10:allgather | cube:10:reduce_scatter) echo 64 ;;
        cube:10:*) ;;
        *slots=*:bcast | *slots=*:reduce | *slots=*:allreduce | *slots=*:scan) echo 64 4096 65536 1048576 4194304 ;;
        *slots=*:alltoall) echo 64 1024 16384 ;;
        cube:8:alltoall) echo 64 1024 ;;
        cube:8:*gather | cube:8:*scatter) echo 64 1024 16384 ;;
        cube:6:bcast | cube:6:*reduce | cube:6:scan) echo 64 4096 65536 1048576 16777216 ;;
        *:bcast | *:reduce | *:allreduce | *:scan) echo 64 4096 65536 1048576 ;;
        *) echo 64 1024 16384 65536 ;;
    esac
}

jobs_of() { # network
    local who=ours
    [ "$whose" = ours ] || who="default ompi mpich mvapich2 impi"
    for collective in ${COLLECTIVES-bcast scatter gather allgather alltoall reduce allreduce reduce_scatter scan}; do
        for bytes in $(sizes "$1" $collective); do
            for one in $who; do
                [ -e "$results/${1/\//_}-$one-$collective-$bytes.txt" ] || echo "$one $1 $collective:$bytes"
            done
        done
    done
}

one() { # build, results, here; then who, network, collective:bytes
    set -o pipefail
    out=$2/${5/\//_}-$4-${6/:/-}.txt
    # A platform is more than its network.
    if ! timeout --foreground "${LIMIT:-3600}" "$3/run.sh" "$1" "$4" "$5" "$6" | sed "s|^[^ ]*|$5|" >"$out.part"; then
        echo "bench-sim: $4 on $5: $6 did not finish" >&2
        [ "$4" != ours ] || exit 1
    fi
    mv "$out.part" "$out"
    echo "bench-sim: $5 $4 $6" >&2
}
export -f one

mkdir -p "$results"
trap 'rm -f "$results"/*.part' EXIT
[ "$whose" = native ] || find "$results" -name '*-ours-*' ! -newer "$build/sim" -delete # of an older engine
for network; do
    first=default
    [ "$whose" = native ] || first=ours
    "$here/run.sh" "$build" $first "$network" bcast:1 >/dev/null # makes the platform, and measures links if they have not been
    jobs_of "$network" | xargs -r -P "${JOBS:-2}" -L 1 bash -c 'one "$@"' one "$build" "$results" "$here"
done
