#!/bin/bash
# Networks that are not as they should be: hosts that cannot drive all their links, a slow link, a dead one.
#     special.sh BUILD
# Prints tables in Markdown: the engine's choice, where there is a fault also a plan that does not know of it, and the best
# of SMPI's selectors. The bound is that of the network without the fault.
set -eu
if [ $# -ne 1 ] || [ ! -x "$1/sim" ]; then
    echo "usage: special.sh BUILD (where build.sh has put its programs)" >&2
    exit 2
fi
build=$1
here=$(dirname "$0")
vectors="bcast:65536 bcast:1048576 allreduce:65536 allreduce:1048576"
blocks="scatter:16384 allgather:16384 reduce_scatter:16384 alltoall:16384"

show() { # platform, words, command...
    platform=$1 words=$2
    shift 2
    "$@" | sed "s|^|$platform, $words: |"
}

natives() { # platform
    for who in default ompi mpich mvapich2 impi; do
        # shellcheck disable=SC2086 # lists
        show "$1" native timeout 600 "$here/run.sh" "$build" $who "$1" $vectors $blocks || true
    done
}

{
    for platform in cube:4,ports=1 cube:4,ports=2; do
        # shellcheck disable=SC2086
        show $platform "as measured" "$here/run.sh" "$build" ours $platform $vectors $blocks
        natives "$platform"
    done
    for platform in cube:4,dead=0-1 cube:4,slow=0-1/10 4x4,dead=5-6; do
        links=${platform##*=}
        # shellcheck disable=SC2086
        show $platform "re-planned" env LINKBOUND_WITHOUT="${links%%/*}" "$here/run.sh" "$build" ours $platform $vectors $blocks
        # shellcheck disable=SC2086
        show $platform "not told" "$here/run.sh" "$build" ours $platform $vectors $blocks
        natives "$platform"
    done
} | awk -f "$here/special.awk"
