#!/bin/bash
# Is the algorithm that the engine takes the best? Forces every algorithm, one after another, and says how much longer the
# engine's own choice takes than the best of them:
#     selector.sh BUILD LINKBOUND NETWORK...
# LINKBOUND is the tool, which knows the algorithms' names, those of flights among them. Fails where the choice is more than 5 % off,
# and counts those of more than 2 %. COLLECTIVES, VECTORS and BLOCKS say which, and how many bytes (of broadcast, reduce and
# allreduce; of the others).
set -eu
[ $# -ge 3 ] || {
    echo "usage: selector.sh BUILD LINKBOUND NETWORK..." >&2
    exit 2
}
build=$1 tool=$2
shift 2
here=$(dirname "$0")
tasks="bcast=broadcast reduce=reduce allreduce=allreduce scan=scan scatter=scatter gather=gather allgather=allgather
    reduce_scatter=reduce-scatter alltoall=alltoall"

sizes() { # collective
    case $1 in
        scan) echo "${VECTORS-64 4096}" ;;
        bcast | reduce | allreduce) echo "${VECTORS-64 4096 65536 1048576}" ;;
        *) echo "${BLOCKS-64 1024 16384}" ;;
    esac
}

names() { # task: on the network as it is, and as one that cuts through
    for name in "${network%%,*}" "${network%%,*} dimension-order"; do
        "$tool" list --json "$1" "$name" 2>/dev/null | jq -r '.algorithms[].name'
    done | sort -u
}

measure() { # network
    for pair in $tasks; do
        collective=${pair%%=*} task=${pair##*=} specs=
        case " ${COLLECTIVES-$collective} " in *" $collective "*) ;; *) continue ;; esac
        for bytes in $(sizes "$collective"); do
            specs="$specs $collective:$bytes"
        done
        # shellcheck disable=SC2086 # a list
        "$here/run.sh" "$build" ours "$network" $specs | sed 's/ ours / chosen /'
        for algorithm in direct $(names "$task" | grep -v -x direct); do
            # shellcheck disable=SC2086
            LINKBOUND_ALGORITHM=$algorithm timeout 300 "$here/run.sh" "$build" ours "$network" $specs |
                awk -v name="$algorithm" '$5 == name' || true
        done
    done
}

for network; do
    measure "$network" | sed "s|^[^ ]*|$network|" # with its ports
done | awk '
    NF >= 7 { key = $1 " " $2 " " $3 }
    NF >= 7 && $4 == "chosen" { chosen[key] = $6; name[key] = $5; order[++points] = key }
    NF >= 7 && (!(key in best) || $6 + 0 < best[key] + 0) { best[key] = $6; who[key] = $5 }
    END {
        for (i = 1; i <= points; i++) {
            key = order[i]; off = chosen[key] / best[key]
            printf "%s %s %.3f, best %s %.3f: %.3f\n", key, name[key], chosen[key], who[key], best[key], off
            if (off > most) most = off
            if (off > 1.05) bad++
            if (off > 1.02) more++
        }
        if (!points) { print "selector.sh: nothing was measured" > "/dev/stderr"; exit 2 }
        printf "%d points, %d of them more than 2 %% off and %d more than 5, the farthest by %.1f %%\n", points, more, bad, (most - 1) * 100
        exit bad > 0
    }'
