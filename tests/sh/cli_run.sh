#!/usr/bin/env bash
# run: every task on real bytes, what is reported, what is refused, and stopping.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"

# ran ARGUMENTS...: it works, and all of it was verified.
ran() {
    works run "$@"
    says "^  ran +[0-9]+ times?, (blocks|a message) of "
    says "^  real time +[0-9.]+ [um]?s median, "
    says "^  verified +every byte at every node: "
}
for network in cube:3 4x3 ring:5 1; do
    for task in broadcast scatter gather allgather alltoall reduce reduce-scatter allreduce scan exscan; do
        ran $task $network --bytes 100 --count 2
    done
done
ran send cube:3 --to 7 --bytes 5000 --count 3
says "^  ran +3 times, a message of 4.9 KiB, 8 threads on [0-9]+ processors?$"
ran permute cube:4 --permutation transpose --count 2
ran isotropic 4x4 --offsets "1,0;-1,0;0,1" --count 2
ran neighbors 4x4 --distance 1..2 --count 2
ran neighbors mesh:4x3 --distance 1..2
ran multibroadcast cube:4 --sources 3,3,9 --count 2
ran alltoall cube:4 --bytes 0 --count 2
says "^  verified +every byte at every node: 0 B in all$"
ran alltoall cube:3 --bytes 1 --count 1
ran broadcast 4x4 --root 5 --bytes 1M --count 2

# What it says: the plan's report first, and totals that can be worked out.
ran alltoall cube:4 --bytes 1K --count 4
says "^alltoall on cube:4 \(16 nodes, 4 ports\)$"
says "^  steps +8 +bound +8 +optimal$"
says "^  moved +512.0 KiB in 512 packets, "
says "^  links +8.0 KiB over each of 64$"
says "^  verified +every byte at every node: 1.0 MiB in all$"
[ "$(wc -L <"$work/out")" -le 80 ] || wrong "the report is wider than 80 columns"
! grep -qE ' $' "$work/out" || wrong "blanks at the end of a line"
works run allreduce cube:3
says "^  ran +10 times, a message of 4.0 KiB"
works run alltoall cube:3 --quiet
[ ! -s "$work/out" ] || wrong "quiet, but it said something"

# Planned for a cost, by name, in groups, under a port limit, around what is dead.
ran allreduce cube:4 --bytes 64K --tau 0.001 --beta 2 --count 2
says "^  algorithm +"
ran broadcast cube:4 --bytes 64K --tau 0.001 --beta 2 --count 2 -a broadcast-4 --groups 3
ran alltoall cube:3 --ports one --count 2
ran allgather cube:4 --packets 3 --bytes 100 --count 2
ran scatter cube:4 --tree sbg-minr --count 2
ran alltoall cube:4 --without "3-7,12-13" --count 2
ran allreduce cube:3 --without-node 0 --bytes 100 --count 2
says "8 threads|7 threads"
for node in 0 1 3 4 8; do # spans begin and end at what is dead
    ran scan 3x3 --without-node $node --bytes 64 --count 2
    ran exscan 3x3 --without-node $node --bytes 64 --count 2
done

# JSON: one object, with the numbers of the run.
if command -v python3 >/dev/null; then
    works run alltoall cube:3 --bytes 500 --count 3 --json
    python3 - "$work/out" <<'EOF' || wrong "the JSON of run"
import json, sys
o = json.load(open(sys.argv[1]))
r = o["run"]
assert o["network"] == "cube:3" and o["task"] == "alltoall" and o["steps"] == 4, o
assert r["bytes"] == 500 and r["count"] == 3 and r["ranks"] == 8 and r["processors"] >= 1, r
assert r["bytes_moved"] == 8 * 12 * 500 and r["packets"] == 96, r
assert r["link_bytes_least"] == r["link_bytes_most"] == r["link_bytes_mean"] == 2000, r
assert r["bytes_verified"] == 3 * 8 * 8 * 500, r
assert 0 < r["seconds_least"] <= r["seconds_median"] <= r["seconds_most"], r
assert r["seconds_preparing"] > 0 and r["memory"] > 0 and r["scratch"] >= 0, r
EOF
fi

# Refused.
refused 2 "usage: linkbound run TASK NETWORK" run
refused 2 "usage: linkbound run" run alltoall
refused 2 "--count 0: run between 1 and" run alltoall cube:3 --count 0
refused 2 "--count 'x': not a number" run alltoall cube:3 --count x
refused 2 "--beta is missing" run alltoall cube:3 --tau 1
refused 2 "--tau is missing" run alltoall cube:3 --beta 1
refused 2 "--clock linear needs --tau and --beta" run alltoall cube:3 --clock linear
refused 2 "--clock unit contradicts" run alltoall cube:3 --clock unit --tau 1 --beta 1
refused 2 "--bytes 0: there is nothing to send" run alltoall cube:3 --bytes 0 --tau 1 --beta 1
refused 2 "--bytes '4kk'" run alltoall cube:3 --bytes 4kk
refused 2 "run does not take --output" run alltoall cube:3 -o file
refused 2 "run does not take --count|plan does not take --count" plan alltoall cube:3 --count 3
refused 2 "buffers of all nodes|too large" run alltoall cube:10 --bytes 1T
refused 2 "too large|buffers" run broadcast cube:3 --bytes 4000000T
refused 2 "at most 32768 ranks" run broadcast cube:16 --bytes 1
refused 2 "nonsense" run nonsense cube:3
refused 2 "." run send cube:3

# Ctrl-C: it ends soon, with nothing but the status to say so.
stop() { # signal, status
    local status=0
    "$LINKBOUND" run alltoall cube:5 --bytes 4K --count 1000000 >"$work/out" 2>"$work/err" &
    local pid=$!
    sleep 1
    kill -"$1" $pid
    wait $pid || status=$?
    [ "$status" -eq "$2" ] || wrong "status $status after $1, not $2"
    [ ! -s "$work/out" ] || wrong "a report in spite of $1"
}
# A job in the background has SIGINT ignored, and what is ignored stays so: TERM stands for it here.
stop TERM 143
stop HUP 129
if command -v python3 >/dev/null; then
    python3 - "$LINKBOUND" <<'EOF' || wrong "an interrupt"
import signal, subprocess, sys, time
p = subprocess.Popen([sys.argv[1], "run", "allreduce", "4x4", "--count", "1000000"], stdout=subprocess.PIPE,
                     stderr=subprocess.PIPE)
time.sleep(1)
p.send_signal(signal.SIGINT)
out, err = p.communicate(timeout=60)
assert p.returncode == 130 and out == b"", (p.returncode, out, err)
EOF
fi
# What happened, as a picture: a slice at both ends of every packet, which do not overlap in a row, and an arrow between them.
works run allgather 2x3 --bytes 1K --count 3 --trace "$work/trace.json"
says "verified"
python3 - "$work/trace.json" <<'EOF' || wrong "the trace is not right"
import json, sys
events = json.load(open(sys.argv[1]))["traceEvents"]
slices = [e for e in events if e["ph"] == "X"]
rows = {}
for e in slices:
    rows.setdefault(e["tid"], []).append(e)
for row in rows.values():
    end = 0
    for e in row:
        assert e["ts"] >= end - 1e-3 and e["dur"] >= 0, row
        end = e["ts"] + e["dur"]
sends = [e for e in slices if e["cat"] == "send"]
assert len(sends) == 6 * 5 and len(slices) == 2 * len(sends), len(slices)
assert all(e["args"]["bytes"] == 1024 for e in sends)
begin = {e["id"]: e for e in events if e["ph"] == "s"}
end = {e["id"]: e for e in events if e["ph"] == "f"}
assert len(begin) == len(end) == len(sends) and begin.keys() == end.keys()
assert all(begin[k]["pid"] != end[k]["pid"] for k in begin)
assert {e["args"]["name"] for e in events if e["name"] == "process_name"} == {"node %d" % v for v in range(6)}
EOF
refused 2 "a trace of events" check "$work/trace.json"
refused 2 "nowhere" run broadcast 4 --trace "$work/nowhere/trace.json"
finish
