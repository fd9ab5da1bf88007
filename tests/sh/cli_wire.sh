#!/usr/bin/env bash
# linkbound wire: cables, addresses, routes; and, where namespaces can be made (root), that hosts that are wired and told so
# all reach each other.
set -eu
work=$(mktemp -d)
. "$SRC/tests/sh/cli_lib.bash"

refused 2 "which network\\?" wire
refused 2 "unknown format 'iptables'; there are: table, ip, networkd, lines" wire cube:3 iptables
refused 2 "3 for the 4 that the network has" wire cube:2 --hosts a,b,c
refused 2 "more than the 4 that the network has" wire cube:2 --hosts 'a[1-5]'
refused 2 "'a' is there twice" wire cube:1 --hosts a,a
refused 2 "is no name" wire cube:1 --hosts 'a,$(reboot)'
refused 2 "cannot read 'a\\[1-'" wire cube:1 --hosts 'a[1-'
refused 2 "cannot read" wire cube:1 --hosts 'a[2-1]'
refused 2 "1 for the 2 that the network has" wire cube:2 --interfaces eth0
refused 2 "there is no node 8" wire cube:3 ip --node 8
refused 2 "another way to write the table" wire cube:3 ip --json
refused 2 "more than 4096 nodes" wire cube:13
refused 2 "a name of 70 letters" wire cube:1 --hosts "$(printf 'a%.0s' $(seq 70)),b"

# Every cable once, every address once, both ends on one network.
for network in cube:1 cube:4 ring:3 ring:5 3x2 4x4 2x3x4 1; do
    "$LINKBOUND" wire $network --json >"$work/wiring.json"
    "$LINKBOUND" wire $network ip >"$work/commands"
    python3 - "$work/wiring.json" "$work/commands" <<'END' || wrong "the wiring of $network"
import json, sys
w = json.load(open(sys.argv[1]))
ends = [(e["node"], e["port"]) for c in w["cables"] for e in (c["from"], c["to"])]
assert len(set(ends)) == len(ends)
ports = {}
for node, port in ends:
    ports.setdefault(node, set()).add(port)
assert len({len(p) for p in ports.values()}) <= 1
number = lambda a: sum(int(x) << 8 * (3 - i) for i, x in enumerate(a.split(".")))
addresses = [e["address"] for c in w["cables"] for e in (c["from"], c["to"])] + [h["address"] for h in w["hosts"]]
assert len(set(addresses)) == len(addresses)
assert all(number(c["from"]["address"]) ^ number(c["to"]["address"]) == 1 for c in w["cables"])

# Routes are as short as can be.
n, next_, owner = len(w["hosts"]), {}, {e["address"]: e["node"] for c in w["cables"] for e in (c["from"], c["to"])}
near = {v: set() for v in range(n)}
for c in w["cables"]:
    near[c["from"]["node"]].add(c["to"]["node"])
    near[c["to"]["node"]].add(c["from"]["node"])
for line in open(sys.argv[2]):
    word = line.split()
    if word[0] == "#":
        at = int(word[-1])
    if word[:3] == ["ip", "route", "replace"]:
        next_[at, number(word[3].split("/")[0]) & 0xffff] = owner[word[5]]
assert len(next_) == n * (n - 1) and all(next_[at, to] in near[at] for at, to in next_)
for to in range(n):
    far, level = {to: 0}, [to]
    while level:
        level = [u for v in level for u in near[v] if far.setdefault(u, far[v] + 1) == far[v] + 1 and u != to]
        level = list(dict.fromkeys(level)) if len(far) < n else []
    assert all(far[next_[at, to]] == far[at] - 1 for at in range(n) if at != to)
END
done
"$LINKBOUND" wire 3x2 networkd --hosts 'n[08-13]' >"$work/out"
[ "$(grep -c '^\[Route\]$' "$work/out")" -eq 30 ] || wrong "30 routes are wanted"
grep -q '^# n09: /etc/systemd/network/10-linkbound-port0.network$' "$work/out" || wrong "a file's name is missing"

# ---- Namespaces ----

spaces=lbwire$$
leave() {
    ip netns list 2>/dev/null | grep -o "^$spaces-[0-9]*" | while read -r space; do ip netns delete "$space"; done
    rm -rf "$work"
}
trap leave EXIT
if [ "$(id -u)" -ne 0 ] || ! command -v ping >/dev/null || ! ip netns add "$spaces-0" 2>/dev/null; then
    echo "namespaces: not tried (root, ip and ping are needed)"
    finish
fi
build() { # network: a namespace for every host, a veth pair for every cable
    "$LINKBOUND" wire "$1" --json >"$work/wiring.json"
    nodes=$(python3 -c 'import json, sys; print(len(json.load(sys.stdin)["hosts"]))' <"$work/wiring.json")
    for v in $(seq 0 $((nodes - 1))); do
        ip netns add "$spaces-$v" 2>/dev/null || true
        ip -n "$spaces-$v" link set lo up
    done
    python3 -c 'import json, sys
for c in json.load(sys.stdin)["cables"]:
    print(c["from"]["node"], c["from"]["port"], c["to"]["node"], c["to"]["port"])' <"$work/wiring.json" |
        while read -r a p b q; do
            ip link add "$p" netns "$spaces-$a" type veth peer name "$q" netns "$spaces-$b"
        done
    for v in $(seq 0 $((nodes - 1))); do
        "$LINKBOUND" wire "$1" ip --node "$v" | ip netns exec "$spaces-$v" sh -e >/dev/null || wrong "the commands for node $v"
    done
}
for network in cube:3 3x2; do
    build $network
    for a in $(seq 0 $((nodes - 1))); do
        for b in $(seq 0 $((nodes - 1))); do
            ip netns exec "$spaces-$a" ping -q -c 1 -W 2 "10.255.0.$b" >/dev/null || wrong "$network: $a does not reach $b"
        done
    done
    for v in $(seq 0 $((nodes - 1))); do ip netns delete "$spaces-$v"; done
done
finish
