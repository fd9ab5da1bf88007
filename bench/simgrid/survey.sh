#!/bin/bash
# Measures the grid of the survey: networks, kinds of links, collectives and sizes, odd ones among them.
#     survey.sh BUILD RESULTS tuned|untuned|none|native [NETWORK...]
# LINKS is a list of R/L, Gbit/s and us. RESULTS/NETWORK,links=R_L-WHO.txt has the lines of run.sh, with the platform's
# whole name; what is there already is not measured again, unless it is ours and the engine is newer. A run that takes
# more than LIMIT seconds, or in which a selector deadlocks, is repeated collective by collective, and what still fails
# is left out.
set -eu
case ${3-} in
    tuned | untuned | none | native) ;;
    *)
        echo "usage: survey.sh BUILD RESULTS tuned|untuned|none|native [NETWORK...]" >&2
        exit 2
        ;;
esac
build=$1 results=$2 whose=$3
shift 3
here=$(dirname "$0")
[ $# -gt 0 ] || set -- cube:3 ring:7 cube:4 4x4 2x8 ring:16 5x5 3x3x3 cube:5 cube:6 4x4x4 8x8
LINKS=${LINKS-1/50 10/1 100/5 400/0.5}
vectors=${VECTORS-1 64 777 4096 12000 65537 262144 1048576}
blocks=${BLOCKS-1 64 777 4096 12000 65537}

specs() { # collective: on 64 processes no more than a simulator can hold
    local sizes=$blocks
    case $1:$network in
        bcast:* | reduce:* | allreduce:* | scan:*) sizes=$vectors ;;
        alltoall:cube:6 | alltoall:4x4x4 | alltoall:8x8) sizes=${blocks%% 12000*} ;;
        *:cube:6 | *:4x4x4 | *:8x8) sizes=${blocks%% 65537*} ;;
    esac
    for bytes in $sizes; do
        echo "$1:$bytes"
    done
}

run() { # who, platform, collectives...
    local who=$1 platform=$2
    shift 2
    # shellcheck disable=SC2046 # a list
    timeout --foreground "${LIMIT:-600}" "$here/run.sh" "$build" "$who" "$platform" \
        $(for collective; do specs "$collective"; done) 2>/dev/null | sed "s|^[^ ]*|$platform|"
}

measure() { # who, platform
    local out=$results/${2/\//_}-$1.txt
    [ ! -e "$out" ] || { [ "$whose" != native ] && [ ! "$out" -nt "$build/sim" ]; } || return 0
    # shellcheck disable=SC2086 # a list
    if ! run "$1" "$2" $all >"$out.part"; then
        for collective in $all; do
            run "$1" "$2" "$collective" || echo "survey: $1 on $2: $collective did not finish" >&2
        done >"$out.part"
    fi
    mv "$out.part" "$out"
    echo "survey: $2 $1" >&2
}

set -o pipefail
all=${COLLECTIVES-bcast reduce allreduce scatter gather allgather reduce_scatter alltoall scan}
mkdir -p "$results"
for network; do
    for links in $LINKS; do
        who=$whose
        [ "$whose" != native ] || who="default ompi mpich mvapich2 impi"
        for one in $who; do
            measure "$one" "$network,links=$links"
        done
    done
done
