"""What `compare allreduce --frontier` proves, held against a search through everything on tiny tori.

A byte of the result is summed by messages that carry parts of the sum: each node keeps whatever it has got, and may send
any parts that it has, added up. The search has all messages of the first step (there is nothing but a node's own part to
send), and for the last step the fewest with which every node has all parts. So it finds the fewest messages of one step
and of two; by symmetry their share of all links is the data over one.

    frontier.py LINKBOUND NETWORK...
"""
import itertools
import json
import subprocess
import sys
from fractions import Fraction
from functools import lru_cache


def links_of(radices):
    """Of every node the neighbours that send to it."""
    nodes = list(itertools.product(*map(range, radices)))
    place = {node: i for i, node in enumerate(nodes)}
    links = []
    for node in nodes:
        near = [
            node[:d] + ((node[d] + way) % k,) + node[d + 1 :]
            for d, k in enumerate(radices)
            for way in ((1,) if k == 2 else (1, -1))
            if k > 1
        ]
        links.append([place[other] for other in near])
    return links


@lru_cache(maxsize=None)
def sums(parts):
    """All that can be added up of some parts, no node's own twice."""
    found = {0}
    for part in parts:
        found |= {part | other for other in found if part & other == 0}
    return frozenset(found)


@lru_cache(maxsize=None)
def fewest(own, others, everything):
    """The fewest messages, one from each of others at most, after which all is there; None: it cannot be."""
    for count in range(len(others) + 1):
        for senders in itertools.combinations(others, count):
            for sent in itertools.product(*(sums(parts) for parts in senders)):
                if everything in sums(own + tuple(sent)):
                    return count
    return None


def last_step(links, held):
    everything = (1 << len(links)) - 1
    needs = [fewest(held[v], tuple(sorted(held[u] for u in links[v])), everything) for v in range(len(links))]
    return None if None in needs else sum(needs)


def one_step(links):
    return last_step(links, [(1 << v,) for v in range(len(links))])


def two_steps(links):
    """Of each node's neighbours some send it what they have; then the last step."""
    best = None
    choices = [[c for k in range(len(near) + 1) for c in itertools.combinations(near, k)] for near in links]
    for chosen in itertools.product(*choices):
        first = sum(map(len, chosen))
        if best is not None and first >= best:
            continue
        held = [tuple(sorted([1 << v] + [1 << u for u in chosen[v]])) for v in range(len(links))]
        last = last_step(links, held)
        if last is not None and (best is None or first + last < best):
            best = first + last
    return best


def check(tool, network):
    out = subprocess.run(
        [tool, "compare", "allreduce", network, *"--bytes 64..16M --tau 0.02 --beta 300 --frontier --json".split()],
        capture_output=True,
        check=True,
    )
    found = json.loads(out.stdout)
    links = links_of([int(k) for k in network.split("x")])
    ways = sum(map(len, links))
    least, both = Fraction(found["data"]["at_least"]), found["startups_with_least_data"]
    steps = {1: one_step(links), 2: two_steps(links)}
    known = {count: Fraction(messages, ways) for count, messages in steps.items() if messages is not None}
    assert min(known) == Fraction(found["startups"]["at_least"]), (network, known, found["startups"])
    for count, data in known.items():
        assert data >= least, (network, count, data, least)
        assert data > least or count >= both, (network, count, data, both)
        # and no plan is better than the best of all there are
        assert all(Fraction(p["data"]) >= data for p in found["points"] if p["startups"] <= count), (network, count, data)
    assert both > 2 or known[both] == least, (network, known, both)
    return ", ".join(f"{count} start-ups {data}" for count, data in known.items())


for name in sys.argv[2:]:
    print(f"{name}: {check(sys.argv[1], name)}")
