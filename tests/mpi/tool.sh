#!/usr/bin/env bash
# linkbound run and linkbound tune under mpirun. MPIRUN is the launcher with its options.
set -u
: "${LINKBOUND:?}" "${MPIRUN:?}" "${LATE_LIBRARY:?}"
export NO_COLOR=1 LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

wrong() {
    echo "FAILED: $*" >&2
    failures=$((failures + 1))
}

# under PROCESSES STATUS ARGUMENTS...: what it printed is in $work/out, its errors in $work/err.
under() {
    local processes=$1 expected=$2 status=0
    shift 2
    # shellcheck disable=SC2086 # the launcher has options
    $MPIRUN -n "$processes" "$LINKBOUND" "$@" >"$work/out" 2>"$work/err" || status=$?
    [ "$status" -eq "$expected" ] || wrong "status $status, not $expected: $* ($(head -c 500 "$work/err"))"
}

says() {
    grep -qE -- "$1" "$work/out" || wrong "no '$1' in: $(head -c 600 "$work/out")"
}

complains() {
    grep -qE -- "$1" "$work/err" || wrong "no '$1' in: $(head -c 600 "$work/err")"
}

under 8 0 run allreduce cube:3 --bytes 100K --count 3
says "3 times, a message of 100.0 KiB, 8 processes"
says "verified .*every byte at every node"
[ "$(grep -c verified "$work/out")" -eq 1 ] || wrong "more than one process speaks"
under 6 0 run alltoall 2x3 --bytes 1000 --count 2
says "6 processes"
under 4 0 run scan 2x2 --bytes 64 --json --count 2
says '"ranks": ?4'
under 8 0 run broadcast cube:3 --without 0-1 --bytes 1K --count 2
says "verified"
LINKBOUND_SLOTS=2 under 4 0 run alltoall cube:1 --bytes 1K --count 2 # every plane for itself
says "4 processes"
says "verified"
under 4 2 run allreduce cube:3
complains "cube:3 has 8 nodes, and there are 4 processes"
under 2 2 run allreduce nonsense
complains "is not a network"

# A schedule on a graph that has no name: its own links are enough, and nothing is left behind.
printf '%s\n' '{"linkbound":1,"network":"graph:4","links":[[0,1,2],[1,0,2],[1,2],[2,1],[2,3],[3,2],[3,1],[1,3]],"task":"broadcast"}' \
    '{"step":1,"from":0,"to":1,"data":[[0]]}' '{"step":2,"from":1,"to":2,"data":[[0]]}' \
    '{"step":3,"from":2,"to":3,"data":[[0]]}' >"$work/odd.jsonl"
mkdir "$work/temporary"
TMPDIR=$work/temporary under 4 0 run --schedule "$work/odd.jsonl" --count 2
says "2 times, .* 4 processes"
says "verified"
[ -z "$(find "$work/temporary" -name 'linkbound-*')" ] || wrong "left behind: $(ls "$work/temporary")"

# Several processes cannot read from one pipe; where one of them cannot read the file, or has another one, all end.
mkfifo "$work/pipe"
for source in - "$work/pipe" /dev/stdin; do
    under 4 2 run --schedule "$source" --count 2 <"$work/odd.jsonl"
    complains "^linkbound: --schedule .*: 4 processes cannot read from one pipe; give a file"
done
"$LINKBOUND" plan allgather ring:4 -o "$work/ring.jsonl" >/dev/null
for other in none ring.jsonl; do
    # shellcheck disable=SC2086 # the launcher has options
    timeout 60 $MPIRUN -n 1 "$LINKBOUND" run --schedule "$work/odd.jsonl" : -n 3 "$LINKBOUND" run --schedule "$work/$other" \
        >"$work/out" 2>"$work/err"
    [ $? -eq 2 ] || wrong "$other: not status 2"
    complains "^linkbound: --schedule: (another process cannot read it|processes have different files)"
done

# On machines one process of a node measures the links. Memory that a process which was killed has left behind is given back,
# and nobody else's.
gone=/dev/shm/linkbound-99999999-0-test$$ here=/dev/shm/linkbound-$$-0-test young=/dev/shm/linkbound-99999999-1-test$$
touch "$young" && touch -d '1 hour ago' "$gone" "$here"
LINKBOUND_SLOTS=2 under 4 0 tune ring:2 -o "$work/profile"
says "meet .* inside a node"
if [ -e "$gone" ] || [ ! -e "$here" ] || [ ! -e "$young" ]; then wrong "what is left behind: $(ls /dev/shm)"; fi
rm -f "$gone" "$here" "$young"

under 4 0 tune 2x2 -o "$work/profile"
says "tau .* ns per byte"
says "gap .* ns per packet"
says "hop  "
says "shared  "
grep -q "^linkbound-profile 1$" "$work/profile" || wrong "no profile was written"
for key in gap hop shared copy meet; do
    grep -q "^$key " "$work/profile" || wrong "the profile has no $key"
done
under 2 0 tune ring:2 -o "$work/profile" --json
says '"gap_ns":[0-9.]+,"hop_ns":([0-9.]+|null),"shared":(true|false)'
LINKBOUND_PROFILE="$work/profile" under 4 0 run allgather 2x2 --count 1
(cd "$work" && under 2 0 tune -o - && [ ! -e ./- ] && head -n 1 out) | grep -qx "linkbound-profile 1" ||
    wrong "tune -o - does not print a profile"
LINKBOUND_PROFILE="$work/new" under 2 0 tune ring:2
grep -q "^linkbound-profile 1$" "$work/new" || wrong "tune does not write where LINKBOUND_PROFILE says"
# What lies below MPI may have things to say (UCX does, on standard output unless it is told otherwise): not there.
(cd "$work" && UCX_LOG_LEVEL=info under 2 0 tune -o - && head -n 1 out) | grep -qx "linkbound-profile 1" ||
    wrong "tune -o - prints more than a profile: $(head -n 1 "$work/out")"
# The root alone has too little memory: nobody waits for it.
under 4 2 run scatter 2x2 --bytes "$(awk '/^MemTotal/ {printf "%.0f", $2 * 1024 / 3}' /proc/meminfo)"
complains "of memory; this machine has"
under 4 2 tune 2x2 -o /dev/null/profile
complains "/dev/null/profile"
echo nonsense >"$work/profile"
LINKBOUND_PROFILE="$work/profile" under 2 2 run allgather ring:2 --count 1
complains "a profile begins with"

# A process that sends nothing for a while: those that wait for it say so, not the first one alone. All else is said once.
status=0
# shellcheck disable=SC2016,SC2086 # the processes' own variables; the launcher has options
LINKBOUND_TIMEOUT=0.3 LINKBOUND_ALGORITHM=halving-doubling HEARD=$work/err LATE=3 UNTIL='nothing from node 3 to node 1 for' \
    $MPIRUN -n 4 bash -c 'export LD_PRELOAD=$LATE_LIBRARY${LD_PRELOAD:+:$LD_PRELOAD}; exec "$LINKBOUND" "$@"' - \
    run allreduce 2x2 --bytes 100K --count 1 >"$work/out" 2>"$work/err" || status=$?
[ $status -eq 0 ] || wrong "status $status where a process is late: $(head -c 500 "$work/err")"
complains '^linkbound: plan of .* on cube:2: nothing from node 3 to node 1 for [0-9.]+ s; '
[ "$(grep -c verified "$work/out")" -eq 1 ] || wrong "more than one process speaks"

[ $failures -eq 0 ] && echo "mpi tool: all right"
exit $((failures > 0))
