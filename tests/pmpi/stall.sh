#!/usr/bin/env bash
# What is said, and done, when a process does not come or stops in the middle: LINKBOUND_TIMEOUT. RUN starts the program,
# PROGRAM, on the 2-cube. Whoever is late comes when somebody has said so, however busy the machine is.
# shellcheck source=tests/pmpi/lib.bash
. "$(dirname "$0")/lib.bash"

export LINKBOUND_NETWORK=cube:2 LINKBOUND_ALGORITHM=halving-doubling LINKBOUND_TIMEOUT=0.4
export HEARD=$work/out
run() { # status, arguments
    local expected=$1 status=0
    shift
    # What processes say goes to the file itself: a launcher that ends a job may not pass it on.
    : >"$work/out"
    # shellcheck disable=SC2016,SC2086 # for the shell of each process; several words
    $RUN sh -c 'exec "$@" 2>>"$HEARD"' sh $PROGRAM "$@" >>"$work/out" 2>&1 || status=$?
    [ "$expected" = any ] && [ $status -ne 0 ] || [ $status = "$expected" ] || wrong "status $status of $*"
}
says() {
    grep -qE "$1" "$work/out" || wrong "no '$1'"
}

first='^linkbound: allreduce of 32768 bytes on cube:2: nothing from node 1 to node [03] for [0-9.]+ s; '
never="nothing at all of this call has come from node 1, which may not have made it yet \((call 2|start 1), step [12]\)"
for form in b i p; do
    export LINKBOUND_NONBLOCKING=$((${#form} - 1))
    [ $form = b ] || export LINKBOUND_NONBLOCKING=1
    run 0 late $form 100 'nothing from node 1 to node '
    says "$first$never\. If that link is dead \(of several the one of the lowest call and step is\), leave it out: LINKBOUND_WITHOUT=(0-1|1-3) "
    says '^linkbound: allreduce of 32768 bytes on cube:2: (node 1 sends to node [03] again|it has gone on)'
done
LINKBOUND_NONBLOCKING=0
run 0 middle b 100 'nothing from node 1 to node 3'
says "^linkbound: .* nothing from node 1 to node 3 for [0-9.]+ s; it stopped in the middle, at packet [0-9]+ of [0-9]+ \(call 2, step 4\)"
run 0 part b 100 'nothing from node 3 to node 2'
says '^linkbound: .*, a part of the network: nothing from node 3 to node 2 for .*WITHOUT=2-3 '
LINKBOUND_TIMEOUT=0 run 0 late b 1
! grep -q linkbound: "$work/out" || wrong "it is not off"

export LINKBOUND_TIMEOUT_ACTION=abort
for form in b i; do
    [ $form = b ] || export LINKBOUND_NONBLOCKING=1
    run any late $form 200
    says "${first}$never"
    says '^linkbound: the job is ended, as LINKBOUND_TIMEOUT_ACTION=abort says$'
done
LINKBOUND_NONBLOCKING=0
LINKBOUND_TIMEOUT=60 run 0 late b 0

for bad in TIMEOUT=soon TIMEOUT=-1 TIMEOUT_ACTION=explode; do
    export LINKBOUND_TIMEOUT=60 LINKBOUND_TIMEOUT_ACTION=wait
    export "LINKBOUND_$bad"
    run 0 late b 0
    [ "$(grep -c "^linkbound: .*LINKBOUND_${bad%%=*}: .*; MPI's own collectives are used\$" "$work/out")" -eq 1 ] ||
        wrong "no word, or several, about $bad"
done
echo "stall: all right"
