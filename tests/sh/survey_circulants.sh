#!/usr/bin/env bash
# A sample of tools/survey-circulants: every plan is made, checked and not below its bound; the tasks that are at their
# bounds on every circulant graph of up to 32 nodes with 2 or 3 generators are so on these.
set -eu
tasks="allgather reduce-scatter scatter gather broadcast reduce"
# shellcheck disable=SC2086 # words
said=$("$SRC/tools/survey-circulants" "$LINKBOUND" 60/146 $tasks allreduce scan alltoall) || {
    echo "$said"
    exit 1
}
echo "$said"
[ "$(echo "$said" | wc -l)" -eq 9 ]
for task in $tasks; do
    echo "$said" | grep -qE "^$task +([0-9]+), \\1 at the bound" || {
        echo "$task is above its bound"
        exit 1
    }
done
