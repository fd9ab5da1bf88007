"""Files of other tools as their formats say, and with mistakes: the tool against judges that know nothing of it.

judges.py LINKBOUND FOLDER: trees and flows are judged right exactly where they are; of programs, what is judged
right must come to the right end in whatever order thread blocks, and ops that nothing keeps apart, are run."""
import collections
import copy
import json
import random
import subprocess
import sys
import xml.etree.ElementTree as xml

tool, folder = sys.argv[1:3]
chance = random.Random(20)
wrong = 0


def say(*words):
    global wrong
    wrong += 1
    print("FAILED:", " ".join(map(str, words))[:400])


def judged(name, text, *options):
    """0, 1 or 2, as it must be said."""
    path = f"{folder}/{name}"
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    got = subprocess.run([tool, "check", "-q", *options, path], capture_output=True, text=True, check=False)
    lines = got.stderr.splitlines()
    if got.returncode not in (0, 1, 2) or len(lines) != (got.returncode > 0) or got.stdout:
        say(name, got.returncode, got.stderr, got.stdout)
    elif lines and not lines[0].startswith(f"linkbound: {path}:"):
        say("not FILE: sentence:", lines[0])
    return got.returncode


# ---- ForestColl's trees ----


def depths(root, sends):
    found, more = {root: 0}, True
    while more:
        more = False
        for src, dst, _ in sends:
            if src in found and dst not in found:
                found[dst], more = found[src] + 1, True
    return found


def spanning(nodes, root):
    inside, rest = [root], [v for v in range(nodes) if v != root]
    chance.shuffle(rest)
    sends = []
    for v in rest:
        u = chance.choice(inside)
        sends.append([u, v, f"{u},{v}"])
        inside.append(v)
    return sends


def change_tree(tree):
    sends, what = tree["sends"], chance.randrange(8)
    send = chance.choice(sends)
    if what == 0:
        sends.remove(send)
    elif what == 1:
        sends.append(list(send))
    elif what == 2:
        tree["height"] += 1
    elif what == 3:
        send[:] = [send[1], send[0], f"{send[1]},{send[0]}"]
    elif what == 4:
        tree["nchunks"] += 1
    elif what == 5:
        send[2] = f"{send[1]},{send[0]}"
    else:
        chance.shuffle(sends)


def is_forest(nodes, each, trees):
    for root in range(nodes):
        if sum(t["nchunks"] for t in trees if t["root"] == root) != each:
            return False
    for t in trees:
        found, sends = depths(t["root"], t["sends"]), t["sends"]
        if len(found) != nodes or len(sends) != nodes - 1 or max(found.values()) != t["height"]:
            return False
        if any(path != f"{src},{dst}" for src, dst, path in sends):
            return False
    return True


def forests(count):
    for k in range(count):
        nodes, each, trees = chance.randint(2, 5), chance.randint(1, 3), []
        for root in range(nodes):
            left = each
            while left:
                some = chance.randint(1, left)
                sends = spanning(nodes, root)
                trees.append({"root": root, "index": each - left, "nchunks": some, "sends": sends,
                              "height": max(depths(root, sends).values())})
                left -= some
        if k % 5:
            change_tree(chance.choice(trees))
        text = f'<Algo nchunkspernode="{each}">\n'
        for t in trees:
            keys = "".join(f' {key}="{t[key]}"' for key in ("root", "index", "nchunks", "height"))
            sends = "".join(f'<send src="{u}" dst="{v}" path="{path}"/>\n' for u, v, path in t["sends"])
            text += f"<tree{keys}>\n{sends}</tree>\n"
        if (judged("trees.xml", text + "</Algo>\n") == 0) != is_forest(nodes, each, trees):
            say("trees:", text)


# ---- TE-CCL's flows ----


def routes(links, source, dests):
    """From where, and when, each node on the way gets what the source has."""
    found, epoch = {source: (None, -1)}, 0
    while not all(d in found for d in dests):
        for u, v in sorted(links):
            if u in found and found[u][1] < epoch and v not in found:
                found[v] = (u, epoch)
        epoch += 1
    used, way = set(), []
    for d in dests:
        while d != source and d not in used:
            used.add(d)
            way.append((found[d][0], d, found[d][1]))
            d = found[d][0]
    return way


def is_flow(want, flows):
    have = {(s, c, s): -1 for s, c in want}
    for c, s, u, v, epoch in sorted(flows, key=lambda f: f[4]):
        if (s, c) not in want or have.get((s, c, u), epoch) >= epoch:
            return False
        have[s, c, v] = min(have.get((s, c, v), epoch), epoch)
    return all((s, c, d) in have for (s, c), dests in want.items() for d in dests)


def wishes(kind, gpus, chunks):
    want = {}
    for s in gpus if kind != "broadcast" else [chance.choice(gpus)]:
        others = [d for d in gpus if d != s]
        for c in range(chunks):
            if kind == "alltoall":
                want.update({(s, k * chunks + c): [d] for k, d in enumerate(others)})
            else:
                want[s, c] = others
    return want


def change_flow(flows, gpus):
    what, flow = chance.randrange(6), chance.choice(flows)
    if what == 0:
        flows.remove(flow)
    elif what == 1:
        flow[4] = max(0, flow[4] - 1)
    elif what == 2:
        flow[4] += chance.randint(1, 3)
    elif what == 3:
        flow[0] += 1
    elif what == 4:
        flow[1] = chance.choice(gpus)
    else:
        flows.append(flow[:4] + [flow[4] + 1])


def flows_of(count):
    for k in range(count):
        gpus = sorted(chance.sample(range(12), chance.randint(2, 5)))
        ring = chance.sample(gpus, len(gpus))
        links = set(zip(ring, ring[1:] + ring[:1]))
        links |= {(u, v) for u in gpus for v in gpus if u != v and chance.random() < 0.3}
        want = wishes(chance.choice(("allgather", "alltoall", "broadcast")), gpus, chance.randint(1, 2))
        flows = [[c, s, *hop] for (s, c), dests in want.items() for hop in routes(links, s, dests)]
        if k % 5:
            change_flow(flows, gpus)
        chance.shuffle(flows)
        demand = {}
        for (s, c), dests in want.items():
            for d in dests:
                demand.setdefault(f"GPU {s}", {}).setdefault(f"GPU {d}", {})[f"Chunk {c}"] = 1.0
        words = [f"Chunk {c} from {s} traveled over {u}->{v} in epoch {e}" for c, s, u, v, e in flows]
        text = json.dumps({"1-Epoch_Duration": 1.0, "6-Demand_Met": demand, "7-Flows": words}, indent=1)
        if (judged("flows.json", text) == 0) != is_flow(want, flows):
            say("flows:", text)


# ---- Programs: what a rank must have at the end ----


def wanted(coll, ranks, chunks, rank, k):
    """Of one n-th of `chunks` chunks, or of a message of so many."""
    if coll in ("allgather", "gather"):
        return ((k // chunks, k % chunks),)
    if coll == "alltoall":
        return ((k // chunks, rank * chunks + k % chunks),)
    if coll in ("broadcast", "scatter"):
        return ((0, k if coll == "broadcast" else rank * chunks + k),)
    first = rank * chunks if coll == "reducescatter" else 0
    return tuple((r, first + k) for r in range(ranks))


def total(values):
    return None if None in values else tuple(sorted(sum(values, ())))


# ---- MSCCL XML ----

DOES = {"s": "s", "r": "rw", "rcs": "rsw", "rrc": "raw", "rrs": "ras", "rrcs": "rasw", "cpy": "w", "re": "w", "nop": ""}


def change_program(algo):
    blocks = [tb for tb in algo.iter("tb") if tb.findall("step")]
    for _ in range(chance.randint(1, 2)):
        tb = chance.choice(blocks)
        steps = tb.findall("step")
        if not steps:
            continue
        step, what = chance.choice(steps), chance.randrange(6)
        if what == 0:
            tb.remove(step)
        elif what == 1:
            tb.remove(step)
            tb.insert(chance.randrange(len(steps)), step)
        elif what == 2:
            step.set("depid", "-1")
            step.set("deps", "-1")
        elif what == 3:
            key = chance.choice(("srcoff", "dstoff"))
            step.set(key, str(max(0, int(step.get(key)) + chance.choice((-1, 1)))))
        elif what == 4:
            step.set("type", chance.choice(list(DOES)))
        else:
            step.set(chance.choice(("srcbuf", "dstbuf")), chance.choice("ios"))
        for k, step in enumerate(tb.findall("step")):
            step.set("s", str(k))


class Xml:
    """One run of an algorithm, in a random order."""

    def __init__(self, algo, in_place):
        self.coll, self.ranks = algo.get("coll"), int(algo.get("ngpus"))
        shared = self.coll in ("allgather", "reducescatter", "alltoall")
        self.chunks = int(algo.get("nchunksperloop")) // (self.ranks if shared else 1)
        self.most = 2 if algo.get("proto") == "Simple" else 8
        size = {kind: self.chunks * (self.ranks if self.coll in many else 1) for kind, many in (
            ("i", ("reducescatter", "alltoall", "scatter")), ("o", ("allgather", "alltoall", "gather")))}
        self.out, self.cells, self.base, self.blocks = size["o"], {}, {}, []
        self.queue, self.done = collections.defaultdict(collections.deque), {}
        for gpu in algo.findall("gpu"):
            r = int(gpu.get("id"))
            base = {"i": 0, "o": size["i"], "s": size["i"] + size["o"]}
            if in_place:
                base = {"i": 0, "o": 0, "s": max(size.values())}
                base["i"] = r * self.chunks if self.coll in ("allgather", "gather") else 0
                base["o"] = r * self.chunks if self.coll in ("reducescatter", "scatter") else 0
            self.base[r] = base
            self.cells[r] = [None] * (sum(size.values()) + int(gpu.get("s_chunks")))
            if r == 0 or self.coll not in ("broadcast", "scatter"):
                for k in range(size["i"]):
                    self.cells[r][base["i"] + k] = ((r, k),)
            for tb in gpu.findall("tb"):
                place = [int(tb.get(key)) for key in ("id", "send", "recv", "chan")]
                self.blocks.append((r, *place, [dict(s.attrib) for s in tb.findall("step")]))
                self.done[r, place[0]] = 0

    def step(self, block):
        r, name, send, recv, chan, steps = block
        step = steps[self.done[r, name]]
        does, count = DOES[step["type"]], int(step["cnt"])
        into, out = self.queue[recv, r, chan], self.queue[r, send, chan]
        waits = int(step["depid"]) >= 0 and self.done[r, int(step["depid"])] <= int(step["deps"])
        if waits or ("r" in does and not into) or ("s" in does and len(out) == self.most):
            return False
        came = into.popleft() if "r" in does else None
        cells = self.cells[r]
        src, dst = (self.base[r][step[b + "buf"]] + int(step[b + "off"]) for b in ("src", "dst"))
        sent = []
        for k in range(count if does else 0):
            value = came[k] if came else cells[src + k]
            if "a" in does or step["type"] == "re":
                value = total([value, cells[src + k] if came else cells[dst + k]])
            if "w" in does:
                cells[dst + k] = value
            sent.append(value)
        if "s" in does:
            out.append(sent)
        self.done[r, name] += 1
        return True

    def ends_right(self, order):
        left, moved = [b for b in self.blocks if b[5]], True
        while left and moved:
            moved = False
            for block in order.sample(left, len(left)):
                for _ in range(order.choice((1, 1, 2, 50))):
                    if self.done[block[:2]] == len(block[5]) or not self.step(block):
                        break
                    moved = True
            left = [b for b in left if self.done[b[:2]] < len(b[5])]
        if left or any(self.queue.values()):
            return False
        return all(self.cells[r][self.base[r]["o"] + k] == wanted(self.coll, self.ranks, self.chunks, r, k)
                   for r in range(self.ranks) for k in range(self.out)
                   if r == 0 or self.coll not in ("gather", "reduce"))


def programs(count):
    tasks = ("allreduce cube:2", "allgather ring:4", "reduce-scatter ring:3", "broadcast ring:4", "alltoall ring:3",
             "gather ring:4", "scatter ring:4", "reduce ring:4", "allreduce ring:3")
    texts = [subprocess.run([tool, "export", "msccl", *task.split()], capture_output=True, text=True, check=True).stdout
             for task in tasks]
    right = 0
    for k in range(count):
        algo = xml.fromstring(chance.choice(texts))
        if k % 5:
            change_program(algo)
        root = ["--root", "0"] if algo.get("coll") in ("broadcast", "reduce", "gather", "scatter") else []
        text = xml.tostring(algo, encoding="unicode")
        if judged("program.xml", text, *root):
            continue
        right += 1
        places = [place for place, key in ((False, "outofplace"), (True, "inplace")) if algo.get(key) == "1"]
        if not all(Xml(algo, place).ends_right(random.Random(seed)) for place in places for seed in range(10)):
            say("a program that is judged right, and is not:", text)
    if right < count / 5:
        say(right, "programs of", count, "are right")


# ---- MSCCL++ plans ----


def plan_of(coll, ranks, chunks):
    """Everybody puts what others need where they need it; sums are made in between."""
    sums = coll in ("allreduce", "reducescatter")
    plan = {"name": "t", "collective": coll, "protocol": "Simple", "inplace": False, "gpus": []}
    for r in range(ranks):
        peers = [p for p in range(ranks) if p != r]
        every = list(range(ranks - 1))
        remote = [{"rank": p, "type": t, "access_channel_types": ["memory"]} for t in "os" for p in peers]

        def here(kind, index, size=chunks):
            return {"type": kind, "index": index, "size": size}

        def there(k, index, kind="o", peers=peers):
            return {"buffer_id": k + (kind == "s") * len(peers), "index": index, "size": chunks}

        def op(name, src=None, dst=None, ids=None):
            made = {"name": name}
            made.update({"src_buff": src, "dst_buff": dst} if src else {})
            made.update({"channel_ids": ids, "channel_type": "memory"} if ids else {})
            return made

        meet = [op("nop"), op("signal", ids=every), op("wait", ids=every), op("nop")]
        ops = []
        if coll == "broadcast":
            ops = [op("copy", [here("i", 0)], [here("o", 0)])] if r == 0 else [op("wait", ids=[0]), op("nop")]
            if r == 0:
                ops += [op("put", [here("i", 0)], [there(k, 0)], [k]) for k in every] + meet[:2]
        elif not sums:
            own = r * chunks if coll == "alltoall" else 0
            ops = [op("copy", [here("i", own)], [here("o", r * chunks)])]
            ops += [op("put", [here("i", p * chunks if coll == "alltoall" else 0)], [there(k, r * chunks)], [k])
                    for k, p in enumerate(peers)] + meet
        else:
            own = here("o", r * chunks if coll == "allreduce" else 0)
            ops = [op("put", [here("i", p * chunks)], [there(k, r * chunks, "s")], [k]) for k, p in enumerate(peers)]
            ops += meet + [op("re", [here("i", r * chunks)] + [here("s", p * chunks) for p in peers], [own])]
            if coll == "allreduce":
                ops += [op("nop")] + [op("put", [own], [there(k, r * chunks)], [k]) for k in every] + meet
        block = {"id": 0, "ops": copy.deepcopy(ops), "channels": [{"channel_type": "memory", "channel_ids": every}],
                 "remote_buffer_refs": [{"access_channel_type": "memory", "remote_buffer_ids": list(range(len(remote)))}]}
        plan["gpus"].append({
            "id": r, "input_chunks": chunks * (ranks if sums or coll == "alltoall" else 1),
            "output_chunks": chunks * (1 if coll in ("broadcast", "reducescatter") else ranks),
            "scratch_chunks": ranks * chunks * sums, "threadblocks": [block], "remote_buffers": remote,
            "channels": [{"channel_type": "memory", "connected_to": peers}], "semaphores": []})
    return plan


def change_plan(plan):
    for _ in range(chance.randint(1, 2)):
        ops = chance.choice(plan["gpus"])["threadblocks"][0]["ops"]
        k, what = chance.randrange(len(ops)), chance.randrange(5)
        ids = ops[k].get("channel_ids", [])
        if what == 0 and len(ops) > 1:
            del ops[k]
        elif what == 1:
            ops.insert(chance.randrange(len(ops)), ops.pop(k))
        elif what == 2:
            ops.insert(k, copy.deepcopy(ops[k]))
        elif what == 3 and "src_buff" in ops[k]:
            buffer = chance.choice(ops[k]["src_buff"] + ops[k]["dst_buff"])
            buffer["index"] = max(0, buffer["index"] + chance.choice((-1, 1)))
        elif ops[k]["name"] in ("signal", "wait"):
            if len(ids) > 1:
                ids.pop()
            else:
                ops[k]["name"] = "rlx" + ops[k]["name"]


def do_op(gpu, op, memory, signals):
    """False: it must wait."""
    def cells(buffer):
        if "buffer_id" in buffer:
            remote = gpu["remote_buffers"][buffer["buffer_id"]]
            return memory[remote["rank"]][remote["type"]]
        return memory[gpu["id"]][buffer["type"]]

    peers = [gpu["channels"][0]["connected_to"][c] for c in op.get("channel_ids", [])]
    if op["name"].endswith("wait"):
        if any(signals[p, gpu["id"]] < peers.count(p) for p in peers):
            return False
        for p in peers:
            signals[p, gpu["id"]] -= 1
    elif op["name"].endswith("signal"):
        for p in peers:
            signals[gpu["id"], p] += 1
    elif op["name"] != "nop":
        for k in range(op["src_buff"][0]["size"]):
            value = total([cells(src)[src["index"] + k] for src in op["src_buff"]])
            cells(op["dst_buff"][0])[op["dst_buff"][0]["index"] + k] = value
    return True


def may_come(ops, done):
    """Between two nops ops have no order but that of signals and waits."""
    first = done.index(False)
    if ops[first]["name"] == "nop":
        return [first]
    stop = next((k for k in range(first, len(ops)) if ops[k]["name"] == "nop"), len(ops))
    window = [k for k in range(first, stop) if not done[k]]
    ordered = [k for k in window if "src_buff" not in ops[k]]
    return [k for k in window if "src_buff" in ops[k]] + ordered[:1]


def plan_ends_right(plan, order):
    coll, gpus = plan["collective"], plan["gpus"]
    memory = [{"i": [((g["id"], k),) if g["id"] == 0 or coll != "broadcast" else None for k in range(g["input_chunks"])],
               "o": [None] * g["output_chunks"], "s": [None] * g["scratch_chunks"]} for g in gpus]
    blocks = [g["threadblocks"][0]["ops"] for g in gpus]
    done, signals, kept = [[False] * len(ops) for ops in blocks], collections.Counter(), {}
    stuck = 0
    while stuck < 500 and not all(map(all, done)):
        r = order.choice([r for r in range(len(gpus)) if not all(done[r])])
        k = order.choice(may_come(blocks[r], done[r]))
        done[r][k] = do_op(gpus[r], blocks[r][k], memory, signals)
        stuck = 0 if done[r][k] else stuck + 1
        if all(done[r]):
            kept[r] = list(memory[r]["o"])  # whoever has ended uses what it has
    chunks = gpus[0]["input_chunks"] // (len(gpus) if coll in ("alltoall", "reducescatter") else 1)
    return all(map(all, done)) and all(value == wanted(coll, len(gpus), chunks, r, k)
                                       for r in kept for k, value in enumerate(kept[r]))


def plans(count):
    right = 0
    for k in range(count):
        coll = chance.choice(("allgather", "allreduce", "reducescatter", "alltoall", "broadcast"))
        plan = plan_of(coll, chance.randint(2, 4), chance.randint(1, 2))
        if k % 5:
            change_plan(plan)
        status = judged("plan.json", json.dumps(plan, indent=1))
        if status and k % 5 == 0:
            say("a right plan is refused:", coll)
        right += status == 0
        if status == 0 and not all(plan_ends_right(plan, random.Random(seed)) for seed in range(30)):
            say("a plan that is judged right, and is not:", json.dumps(plan))
    if right < count / 5:
        say(right, "plans of", count, "are right")


forests(150)
flows_of(150)
programs(200)
plans(200)
sys.exit(1 if wrong else 0)
