#!/bin/bash
# Does the engine choose the fastest of its own algorithms? On every network, with each kind of links, all collectives at
# several sizes, chosen and by force; then how often one by force is more than 2 % faster (rows.awk).
#     rows.sh BUILD RESULTS NETWORK...
# LINKS is a list of R/L, Gbit/s and us; COLLECTIVES, VECTORS and BLOCKS say which, and how many bytes (of what has one vector;
# of the others). What is in RESULTS already is not measured again; what takes more than LIMIT seconds is left out, from there on.
set -eu
[ $# -ge 3 ] || {
    echo "usage: rows.sh BUILD RESULTS NETWORK..." >&2
    exit 2
}
build=$1 results=$2
shift 2
here=$(dirname "$0")
mkdir -p "$results"

specs() { # collective
    local sizes=${BLOCKS-32 256 2048 8192 32768}
    case $1 in bcast | reduce | allreduce | scan) sizes=${VECTORS-32 256 2048 8192 32768 131072 524288} ;; esac
    for bytes in $sizes; do
        echo "$1:$bytes"
    done
}

for network; do
    for links in ${LINKS-10/1 400/0.1}; do
        for collective in ${COLLECTIVES-allreduce reduce_scatter allgather bcast reduce alltoall scatter gather scan}; do
            out=$results/$network,${links/\//_}-$collective.txt
            [ ! -e "$out" ] || continue
            # shellcheck disable=SC2046 # a list
            timeout "${LIMIT:-300}" "$here/run.sh" "$build" rows "$network,links=$links" $(specs "$collective") >"$out.part" ||
                echo "rows: $network $links $collective did not finish" >&2
            sed "s|^[^ ]*|$network,links=$links|" "$out.part" >"$out"
            rm "$out.part"
        done
    done
done
cat "$results"/*.txt | awk -f "$here/rows.awk"
