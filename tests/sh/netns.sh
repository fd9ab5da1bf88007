#!/usr/bin/env bash
# The namespace testbed. Without root: what it says. With root, and where the kernel lets it: a square of four nodes is
# built, measured on every MPI there is, and nothing of it is left, also when its owner is killed.
set -eu
netns=$SRC/bench/netns
folder=$(mktemp -d)
mine=
export LINKBOUND_NETNS_PRIORITY=rr
trap '[ -z "$mine" ] || "$netns/net" down "$mine"; rm -rf "$folder"' EXIT

fail() {
    echo "FAILED: $*"
    exit 1
}

skip() {
    echo "skipped: $*; the topology and the table are tested all the same"
    exit 0
}

# ---- The table, from results as bench writes them ----

cat >"$folder/results.jsonl" <<'END'
{"what":"time","setup":"Open MPI, default","network":"2x2","rate_mbit":20,"collective":"scatter","bytes":16384,"algorithm":"a","bound":0.010000000,"native":{"median":0.020000,"min":0.010000,"q1":0.015000,"q3":0.025000,"max":0.030000,"samples":[0.02]},"linkbound":{"median":0.011000,"min":0.010500,"q1":0.010600,"q3":0.012000,"max":0.013000,"samples":[0.011]},"native_over_bound":2.0,"linkbound_over_bound":1.1,"speedup":1.8}
{"what":"links","setup":"Open MPI, default","network":"2x2","rate_mbit":20,"collective":"scatter","bytes":16384,"algorithm":"a","repeats":2,"links":8,"bad":1,"beyond_min":0.0,"beyond_max":0.1,"pass":false}
END
"$netns/table" "$folder/results.jsonl" >"$folder/table"
grep -qF '| scatter | 16 KiB | 10.0 ms | 2.00 (1.50-2.50) | 1.10 (1.06-1.20) |' "$folder/table" || fail "the table: $(cat "$folder/table")"
grep -q '^8 links .* 7 carried .* 1 did not' "$folder/table" || fail "the links: $(cat "$folder/table")"

cat >"$folder/programs.txt" <<'END'
pw eager off seconds 8.0 collectives 6.0 bcast 4.0 10
pw eager on seconds 4.0 collectives 2.0 bcast 1.0 10
pw eager off seconds 6.0 collectives 4.5 bcast 4.0 10
pw eager on seconds 5.0 collectives 2.5 bcast 1.0 10
pw eager off seconds 10.0 collectives 7.5 bcast 4.0 10
pw eager on seconds 3.0 collectives 1.5 bcast 1.0 10
END
"$netns/programs-table" "$folder/programs.txt" >"$folder/table"
grep -qF '| pw.x | Open MPI | eager | 8.00 (6.00-10.00) | 75 % | 4.00 (3.00-5.00) | 50 % | 2.00x |' "$folder/table" ||
    fail "the table of programs: $(cat "$folder/table")"

# ---- Mistakes ----

code=0
"$netns/run" --nonsense >/dev/null 2>&1 || code=$?
[ $code -eq 2 ] || fail "run --nonsense: exit code $code"
code=0
"$netns/programs" --nonsense 1 >/dev/null 2>&1 || code=$?
[ $code -eq 2 ] || fail "programs --nonsense: exit code $code"
if [ "$(id -u)" -ne 0 ]; then
    "$netns/net" list 2>"$folder/why" && fail "net without root"
    grep -q root "$folder/why" || fail "net without root says: $(cat "$folder/why")"
    skip "a real network needs root"
fi

# ---- The real thing ----

# A program that knows nothing of us, on the drop-in, with the clock before it: one broadcast and three sums.
try_drop_in() { # mpi
    local program=$BUILD/tests/pmpi/pmpi_plain_$1
    [ -x "$program" ] || return 0
    "$netns/run" --on "$mine" --build "$BUILD" --preload "$BUILD/bench/netns/netns_clock_$1.so" \
        --preload "$BUILD/liblinkbound-pmpi-$1.so" --env LINKBOUND_NETWORK=cube:2 --env LINKBOUND_SUMMARY=1 \
        --env "LINKBOUND_CLOCK=$folder/clock.$1" "$program" >"$folder/out" 2>&1 || fail "$1: $(cat "$folder/out")"
    grep -qE '^linkbound: +bcast +1 +0 +80000$' "$folder/out" || fail "$1: the broadcast was not taken: $(cat "$folder/out")"
    grep -qE '^seconds [0-9.]+ collectives [0-9.]+ bcast [0-9.]+ 1 allreduce [0-9.]+ 3$' "$folder/clock.$1" ||
        fail "$1: the clock says: $(cat "$folder/clock.$1")"
}

for tool in ip tc unshare sysctl; do
    command -v $tool >/dev/null || skip "there is no $tool here"
done
mine=$("$netns/net" up cube:2 100 2>"$folder/why") || {
    mine=
    skip "this machine does not let namespaces be made: $(tail -n 1 "$folder/why")"
}
[ "$(ip netns list | grep -c "^lbnet$mine-")" -eq 5 ] || fail "not four nodes and a control host"
for mpi in openmpi mpich; do
    program=$BUILD/bench/netns/netns_measure_$mpi
    launcher=mpirun.openmpi
    [ $mpi = openmpi ] || launcher=mpiexec.mpich
    command -v $launcher >/dev/null && [ -x "$program" ] || {
        echo "skipped: $mpi is not here"
        continue
    }
    "$netns/run" --on "$mine" --build "$BUILD" "$program" --network cube:2 --rate 100 --sizes 64K --whole 0 --repeats 1 \
        --calls broadcast,gather,reduce-scatter,alltoall --json "$folder/$mpi.jsonl" \
        --links "$folder/links" >"$folder/out" 2>&1 || fail "$mpi: $(cat "$folder/out")"
    [ "$(grep -c '"what":"time"' "$folder/$mpi.jsonl")" -eq 4 ] || fail "$mpi: not all collectives were measured"
    [ "$(grep -c '"pass":true' "$folder/$mpi.jsonl")" -eq 4 ] || fail "$mpi: links: $(cat "$folder/out")"
    grep -q 'beta 6e+04 ns, gap 6e+04 ns' "$folder/out" || fail "$mpi: the gap is not beta: $(cat "$folder/out")"
    try_drop_in $mpi
done
"$netns/net" down "$mine"
[ -z "$(ip netns list | grep "^lbnet$mine-")" ] && [ ! -e "/run/linkbound-netns/$mine" ] || fail "something is left of network $mine"
mine=

# What is wrong is said in one line, before anything is built.
refused() { # script, arguments
    local script=$1 code=0
    shift
    "$netns/$script" "$@" >"$folder/out" 2>&1 || code=$?
    [ $code -eq 2 ] && [ "$(wc -l <"$folder/out")" -eq 1 ] || fail "$script $*: $code, $(cat "$folder/out")"
}
for words in '--calls foo' '--sizes x' '--whole -1' '--repeats 0' '--beta y' '--gap -3' '--mpis ,' '--out /proc/x' '--rate 0'; do
    # shellcheck disable=SC2086 # two words
    refused bench --build "$BUILD" $words
done
refused net up cube:1 abc
refused net up cube:1 20 10
refused run --mpi openmpi --build /nowhere true
refused run --env FOO true
refused run --preload /nowhere true

# A signal to all processes of the bench while it measures, as a terminal sends it: nothing is left.
bench_is_stopped() { # mpi
    [ -x "$BUILD/bench/netns/netns_measure_$1" ] || return 0
    setsid "$netns/bench" --build "$BUILD" --out "$folder/stopped" --networks cube:1 --mpis "$1" --sizes 1M \
        --rate 1 --repeats 9 >"$folder/out" 2>&1 &
    local bench=$! code=0 i
    for ((i = 0; i < 100; i++)); do
        ! pgrep -g "$bench" -f netns_measure >/dev/null || break
        sleep 0.1
    done
    sleep 1
    kill -TERM -- "-$bench"
    wait "$bench" || code=$?
    [ $code -eq 143 ] && grep -q 'network [0-9]* removed' "$folder/out" ||
        fail "bench on $1 ended with $code and said: $(cat "$folder/out")"
}
bench_is_stopped openmpi

# What a killed owner has left is removed when the next network is built.
bash -c '. "$1/lib.bash"; lbnet_build cube:1 100 4000 "$(lbnet_own)"; echo "$lbnet_id"; kill -KILL $$' bash "$netns" \
    >"$folder/id" 2>/dev/null || true
left=$(cat "$folder/id")
"$netns/net" list | grep -q "^$left left behind" || fail "net list does not show what is left behind"
mine=$("$netns/net" up cube:1 100 2>/dev/null)
! "$netns/net" list | grep -q "^$left " || fail "what was left behind is still there"
echo "passed"
