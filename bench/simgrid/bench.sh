#!/bin/bash
# Measures the grid of `make bench-sim`: every network, collective and size, ours and what SMPI's five selectors take.
#     bench.sh BUILD RESULTS [NETWORK...]
# RESULTS/NETWORK-WHO-COLLECTIVE.txt has the lines of run.sh; what is there already is not measured again, so that an
# interrupted run goes on where it was. JOBS run at a time. A selector that fails (some deadlock) leaves a short file.
set -eu
build=$1 results=$2
shift 2
here=$(dirname "$0")
[ $# -gt 0 ] || set -- cube:3 cube:4 4x4 cube:5 cube:6 8x8 4x4x4 3x4x5 cube:7 cube:8

sizes() { # network, collective
    case $1:$2 in
        cube:[78]:scan) echo 64 4096 ;;
        cube:8:alltoall) echo 64 ;;
        cube:[78]:bcast | cube:[78]:*reduce) echo 64 4096 65536 ;;
        cube:[78]:*) echo 64 1024 ;;
        *:scan) echo 64 4096 65536 ;;
        cube:6:bcast | cube:6:reduce | cube:6:allreduce) echo 64 4096 65536 1048576 16777216 ;;
        *:bcast | *:reduce | *:allreduce) echo 64 4096 65536 1048576 ;;
        *) echo 64 1024 16384 65536 ;;
    esac
}

jobs_of() { # network
    for collective in bcast scatter gather allgather alltoall reduce allreduce reduce_scatter scan; do
        specs=
        for bytes in $(sizes "$1" $collective); do
            specs="$specs $collective:$bytes"
        done
        for who in ours default ompi mpich mvapich2 impi; do
            [ -e "$results/$1-$who-$collective.txt" ] || echo "$who $1 $collective$specs"
        done
    done
}

one() { # build, results, here; then who, network, collective, specs
    out=$2/$5-$4-$6.txt
    if ! timeout "${LIMIT:-7200}" "$3/run.sh" "$1" "$4" "$5" "${@:7}" >"$out.part"; then
        echo "bench-sim: $4 on $5: $6 did not finish" >&2
        [ "$4" != ours ] || exit 1
    fi
    mv "$out.part" "$out"
    echo "bench-sim: $5 $4 $6" >&2
}
export -f one

mkdir -p "$results"
"$here/run.sh" "$build" ours cube:3 bcast:64 >/dev/null # measures the links, if they have not been
for network; do
    "$here/run.sh" "$build" default "$network" bcast:1 >/dev/null # makes the platform
    jobs_of "$network" | xargs -r -P "${JOBS:-2}" -L 1 bash -c 'one "$@"' one "$build" "$results" "$here"
done
