"""What tools/settle and tools/settle-flows share: a torus, a schedule file, and a look at it by `linkbound check`."""
import json
import resource
import shutil
import subprocess
import sys


class Torus:
    def __init__(self, name):
        self.called = {"network": name}
        self.radices = [int(r) for r in name.split("x")]
        self.nodes = 1
        for r in self.radices:
            self.nodes *= r
        self.links = sorted({(v, w) for v in range(self.nodes) for w in self.neighbours(v)})
        self.out = {v: [l for l in self.links if l[0] == v] for v in range(self.nodes)}
        self.into = {v: [l for l in self.links if l[1] == v] for v in range(self.nodes)}

    def digits(self, v):
        d = []
        for r in self.radices:
            d.append(v % r)
            v //= r
        return d

    def neighbours(self, v):
        stride = 1
        for x, r in zip(self.digits(v), self.radices):
            for step in [1] if r == 2 else [1, -1] if r > 2 else []:
                yield v + ((x + step) % r - x) * stride
            stride *= r

    def hops(self, a, b):
        return sum(min((x - y) % r, (y - x) % r) for x, y, r in zip(self.digits(a), self.digits(b), self.radices))


def give_up(why):
    print("settle: " + why, file=sys.stderr)
    sys.exit(2)


def ports_of(net, said):
    most = max(map(len, net.out.values()))
    if said != "all" and not (said.isdigit() and 0 < int(said) <= most):
        give_up("%s is no number of ports: a node has %d" % (said, most))
    return most if said == "all" else int(said)


def run(seconds, command):
    """A solver, with so many seconds of the processor."""
    if not shutil.which(command[0]):
        give_up("no %s here (on Debian: apt-get install %s)" %
                (command[0], {"cbc": "coinor-cbc"}.get(command[0], command[0])))
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    return subprocess.run(command, capture_output=True, text=True, preexec_fn=limit)


def write(path, task, net, ports, packets, steps, given, moves):
    """net.called: what the header says of the network. moves: step, from, to, data, where data is what names a block, and from and to in packets."""
    head = {"linkbound": 1, **net.called, "task": task, "ports": ports, "clock": "unit", "algorithm": "settle",
            "steps": steps, "moves": len(moves), "denominator": packets, "packet": 1}
    if task == "broadcast":
        head["root"] = 0
    if given:
        head["permutation" if task == "permute" else "sources"] = given
    with open(path, "w") as file:
        file.write(json.dumps(head) + "\n")
        for t, v, w, data in sorted(moves):
            file.write(json.dumps({"step": t, "from": v, "to": w, "data": [data]}) + "\n")


def checked(linkbound, path):
    """Exit status 0: every rule holds. 2: not."""
    return 2 * (subprocess.run([linkbound, "check", path], stdout=subprocess.DEVNULL).returncode != 0)
