#!/usr/bin/env bash
# Where processes are: hosts files and slots, right and wrong. Every process has a host of its own, node0 to node3 by its
# rank. RUN starts the program, PROGRAM, four times.
# shellcheck source=tests/pmpi/lib.bash
. "$(dirname "$0")/lib.bash"

export LINKBOUND_SUMMARY=1 LINKBOUND_NETWORK=cube:2
run() {
    # shellcheck disable=SC2086 # several words
    $RUN $PROGRAM >"$work/out" 2>&1 || wrong "status $?"
    grep -q '^plain: 0 failures$' "$work/out" || wrong "the result is wrong"
}
taken() { # CALLS
    grep -qE "^linkbound: +bcast +$1 +" "$work/out" || wrong "not $1 broadcasts were taken"
}
placed() { # WORDS
    taken 1
    grep -qE "^linkbound: machine: 4 processes on $1\$" "$work/out" || wrong "the machine is not told: $1"
}
hosts() { # LINES
    printf '%b' "$1" >"$work/hosts"
    export LINKBOUND_HOSTS=$work/hosts
}
refused() { # WORDS
    run
    [ "$(grep -c "^linkbound: .*$1.*; MPI's own collectives are used\$" "$work/out")" -eq 1 ] || wrong "no word, or several: $1"
}

hosts 'node[0-3] 0..3\n'
run
placed '4 nodes, 1 on each; placed by the hosts file'
hosts '# another order\nnode0 3\nnode1 1,0\nnode2 0,1\nnode3 0\n'
run
placed '4 nodes, 1 on each; placed by the hosts file'
hosts 'node[0,2] 0..1\nnode? 1\n'
LINKBOUND_NETWORK=cube:1 run
placed '2 nodes, 1 to 3 on each; placed by the hosts file'

hosts 'node[0-2] 0..2\n'
refused "does not name the host 'node3' of rank 3"
hosts 'node[0-3] 0..3\nnode1 2\n'
refused "line 2: the host 'node1' has a line already, line 1"
hosts 'node* 0\n'
refused 'node 1 has no process'
hosts 'node0 0\nnode1 4\n'
refused 'line 2: there is no node 4'
export LINKBOUND_HOSTS=$work/nothing
refused "$work/nothing: No such file"
unset LINKBOUND_HOSTS

LINKBOUND_NETWORK=cube:1 refused 'the network has 2 nodes, and there are 4 processes on 4 hosts'
HOSTS=one LINKBOUND_NETWORK=cube:1 refused 'the network has 2 nodes, and there are 4 processes on 1 host'
HOSTS=one LINKBOUND_NETWORK=cube:1 LINKBOUND_SLOTS=2 run
placed '2 nodes, 2 on each; placed by LINKBOUND_SLOTS'
LINKBOUND_NETWORK=ring:2 LINKBOUND_SLOTS=3 run
placed '2 nodes, 1 to 3 on each; placed by LINKBOUND_SLOTS'
LINKBOUND_SLOTS=2 refused '4 processes, 2 to a node (LINKBOUND_SLOTS), are 2 nodes, and the network has 4'
LINKBOUND_SLOTS=two refused "LINKBOUND_SLOTS: 'two' is not a number of processes"
LINKBOUND_SLOTS=99999999 refused 'LINKBOUND_SLOTS: more than'
LINKBOUND_ARENA=1 refused 'LINKBOUND_ARENA: from 4K'
LINKBOUND_NETWORK=cube:1 LINKBOUND_SLOTS=2 LINKBOUND_ARENA=4K run
placed '2 nodes, 2 on each; placed by LINKBOUND_SLOTS'
# What belongs to a process that lives is of another test; so is what tool.sh makes.
for left in /dev/shm/linkbound-*; do
    case $left in *-test*) continue ;; esac
    owner=${left#/dev/shm/linkbound-}
    [ ! -e "$left" ] || kill -0 "${owner%%-*}" 2>/dev/null || wrong "shared memory is left behind: $left"
done
