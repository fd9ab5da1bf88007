#!/usr/bin/env bash
# linkbound discover on networks of namespaces (root needed): hosts in any order, cables missing, cables swapped; and that a
# program whose network is `auto` runs on what was found.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"

refused 2 "under mpirun|mpirun -n" discover
refused 2 "mpirun -n" discover cube:3
refused 2 "finds out what --hosts says" exec --network auto --hosts /dev/null -- mpirun true
refused 2 "finds out what --without says" exec --network auto --without 0-1 -- mpirun true

netns=$SRC/bench/netns
if [ "$(id -u)" -ne 0 ] || [ ! -f "$BUILD/bench/netns/netns_idle.so" ] || ! ip netns add "lbtry$$" 2>/dev/null; then
    echo "namespaces: not tried (root and ip are needed)"
    finish
fi
ip netns delete "lbtry$$"

# The topology of a network with its nodes renamed by a permutation, and links changed: "drop N" the Nth, "swap N M" the
# far ends of two.
vary() { # network seed what...
    "$netns/topology" "$1" | python3 -c '
import random, sys
lines = [line.split() for line in sys.stdin]
seed, what = int(sys.argv[1]), sys.argv[2:]
n = next(int(l[1]) for l in lines if l[0] == "nodes")
name = list(range(n))
random.Random(seed).shuffle(name)
links = [l for l in lines if l[0] == "link"]
routes = [l for l in lines if l[0] == "route"]
if what[0] == "drop":
    del links[int(what[1]) % len(links)]
if what[0] == "only":  # the links of one port
    links = [l for l in links if l[2] == what[1]]
if what[0] == "swap":
    i = int(what[1]) % len(links)
    a, j = links[i], (i + 1) % len(links)
    joined = {frozenset((l[1], l[3])) for l in links}
    while (set((a[1], a[3])) & set((links[j][1], links[j][3])) or
           {frozenset((a[1], links[j][3])), frozenset((links[j][1], a[3]))} & joined):
        j = (j + 1) % len(links)
    b = links[j]
    a[3:5], b[3:5] = b[3:5], a[3:5]
ends = {(l[i], l[i + 1]) for l in links for i in (1, 3)}
routes = [r for r in routes if (r[1], r[3]) in ends]
print(*lines[0]); print(*lines[1])
for l in links:
    print("link", name[int(l[1])], l[2], name[int(l[3])], l[4])
for l in routes:
    print("route", name[int(l[1])], name[int(l[2])], l[3], name[int(l[4])])' "$2" "${@:3}" >"$work/topology"
}
look() { # mpi network seed what...: what was found, as JSON
    vary "$2" "${@:3}"
    "$netns/run" --build "$BUILD" --mpi "$1" --network "$2" --topology "$work/topology" --control --rate 500 \
        "$LINKBOUND" discover --json --profile none >"$work/found.json" 2>"$work/said" ||
        wrong "$*: $(cat "$work/said")"
}

# The links that were found are those of the topology, one by one.
right() { # network-name missing foreign
    python3 - "$work/topology" "$work/found.json" "$LINKBOUND" "$@" <<'END' || wrong "$*"
import json, subprocess, sys
topology, found, tool, network, missing, foreign = sys.argv[1:]
f = json.load(open(found))
assert f["network"] == network and f["evidence"] == "cables", f["network"]
assert (len(f["missing"]), len(f["foreign"])) == (int(missing), int(foreign)), (f["missing"], f["foreign"])
cables = {frozenset(("n" + l.split()[1], "n" + l.split()[3])) for l in open(topology) if l.startswith("link ")}
node = {h["host"]: h["node"] for h in f["hosts"]}
assert sorted(node.values()) == list(range(len(node)))
wiring = json.loads(subprocess.check_output([tool, "wire", network, "--json"]))
host = {v: k for k, v in node.items()}
links = {frozenset((host[c["from"]["node"]], host[c["to"]["node"]])) for c in wiring["cables"]}
gone = {frozenset(host[int(v)] for v in w.split("-")) for w in (f["without"] or "").split(",") if w}
assert links - cables == gone, "what is missing"
assert {frozenset(p) for p in f["foreign"]} == cables - links, "what is foreign"
END
}

look openmpi cube:3 1 whole && right cube:3 0 0
look mpich ring:5 2 whole && right ring:5 0 0
look mpich 3x3 3 whole && right 3x3 0 0
look openmpi cube:4 4 whole && right cube:4 0 0
look openmpi 4x4 5 drop 7 && right cube:4 1 0
look mpich cube:3 6 drop 4 && right cube:3 1 0
look openmpi 3x3 7 drop 1 && right 3x3 1 0
look openmpi ring:5 8 drop 2 && right ring:5 0 0
look mpich cube:4 9 swap 3 && right cube:4 2 2
look openmpi 3x3 10 swap 5 && right 3x3 2 2

# Two cables that nothing joins are no network, and what was seen is still told.
vary 2x2 1 only 0
if "$netns/run" --build "$BUILD" --mpi openmpi --network 2x2 --topology "$work/topology" --control "$LINKBOUND" discover \
    --profile none >"$work/out" 2>"$work/said"; then
    wrong "two parts are called a network: $(cat "$work/out")"
fi
grep -q "^# 4 hosts, 2 cables between them" "$work/out" && grep -q "cut off from the others" "$work/said" ||
    wrong "two parts: $(cat "$work/out" "$work/said")"

# A program on what is found, placed; and the hosts file is one.
vary cube:3 11 whole
for mpi in openmpi mpich; do
    "$netns/run" --build "$BUILD" --mpi $mpi --topology "$work/topology" --rate 500 --env LINKBOUND_NETWORK=auto \
        --env LINKBOUND_PROFILE=none --env LINKBOUND_SUMMARY=1 --preload "$BUILD/liblinkbound-pmpi-$mpi.so" \
        "$BUILD/tests/pmpi/pmpi_plain_$mpi" >"$work/out" 2>&1 || wrong "auto under $mpi: $(tail -n 3 "$work/out")"
    grep -q 'machine: 8 processes on 8 nodes, 1 on each; placed by their cables' "$work/out" || wrong "auto: $(cat "$work/out")"
done
finish
