"""Permutations with a name, as the tool has them: `transpose`, `bit-reversal`, `random:7`.

Digit i of a node is that of dimension i, the least significant first.
"""
from __future__ import annotations

from typing import Callable

from ._lib import lib, unknown
from .errors import BadValue
from .net import Net

_MASK = (1 << 64) - 1


def _node(digits: list[int], radices: tuple[int, ...]) -> int:
    node = 0
    for digit, radix in zip(reversed(digits), reversed(radices)):
        node = node * radix + digit
    return node


def _move_digits(net: Net, to: Callable[[int, int], int]) -> list[int]:
    """The digit of dimension i becomes that of dimension to(i), which must be as large."""
    radices = net.radices
    dims = len(radices)
    if not dims or any(radices[i] != radices[to(i, dims)] for i in range(dims)):
        raise BadValue("the network's radices do not allow it" if dims else _NO_DIGITS)
    found = []
    for v in range(net.nodes):
        digits = [0] * dims
        for i, digit in enumerate(net.digits(v)):
            digits[to(i, dims)] = digit
        found.append(_node(digits, radices))
    return found


_NO_DIGITS = "the nodes of a graph have no digits"


def _transpose(net: Net) -> list[int]:
    if len(net.radices) % 2:
        raise BadValue("the network's radices do not allow it")
    return _move_digits(net, lambda dim, dims: (dim + dims // 2) % dims)


def _antipode(net: Net) -> list[int]:
    if net.is_lattice and not net.is_torus:
        # Where there is more than rings to go around: as far as the first that is farthest.
        far = next(v for v in range(net.nodes) if net.distance(0, v) == net.diameter)
        return [int(lib.lb_add(net, v, far)) for v in range(net.nodes)]
    if net.is_graph:
        raise BadValue(_NO_DIGITS)
    radices = net.radices
    return [
        _node([(d + r // 2) % r for d, r in zip(net.digits(v), radices)], radices)
        for v in range(net.nodes)
    ]


def _complement(net: Net) -> list[int]:
    return list(reversed(range(net.nodes)))


def _reflection(net: Net) -> list[int]:
    """The digit of the highest dimension that has one, complemented."""
    radices = net.radices
    if net.is_graph:
        raise BadValue(_NO_DIGITS)
    top = max((i for i, radix in enumerate(radices) if radix > 1), default=None)
    found = []
    for v in range(net.nodes):
        digits = list(net.digits(v))
        if top is not None:
            digits[top] = radices[top] - 1 - digits[top]
        found.append(_node(digits, radices))
    return found


def _bit_reversal(net: Net) -> list[int]:
    bits = net.nodes.bit_length() - 1
    if net.nodes != 1 << bits:
        raise BadValue(f"{net.nodes} nodes are not a power of two")
    return [int(f"{v:0{bits}b}"[::-1], 2) if bits else 0 for v in range(net.nodes)]


def _side(net: Net, cube: bool) -> int:
    """Of a square grid: the first half of the dimensions are its columns."""
    radices = net.radices
    columns = 1
    for radix in radices[: len(radices) // 2]:
        columns *= radix
    if len(radices) % 2 or columns * columns != net.nodes:
        raise BadValue(
            "needs a square grid: as many nodes in the first half of the dimensions as in the "
            "second"
        )
    if cube and not net.is_cube:
        raise BadValue("Gray codes are for hypercubes")
    return columns


def _turned_gray(side: int) -> list[int]:
    """Gray codes of the numbers, in reverse order."""
    gray = [x ^ x >> 1 for x in range(side)]
    back = {code: x for x, code in enumerate(gray)}
    return [gray[side - 1 - back[x]] for x in range(side)]


def _half_turn(net: Net) -> list[int]:
    _side(net, False)
    return _complement(net)


def _half_turn_gray(net: Net) -> list[int]:
    side = _side(net, True)
    turned = _turned_gray(side)
    return [turned[v // side] * side + turned[v % side] for v in range(net.nodes)]


def _quarter_turn(net: Net) -> list[int]:
    side = _side(net, False)
    return [v % side * side + (side - 1 - v // side) for v in range(net.nodes)]


def _quarter_turn_gray(net: Net) -> list[int]:
    side = _side(net, True)
    turned = _turned_gray(side)
    return [v % side * side + turned[v // side] for v in range(net.nodes)]


def _random(net: Net, seed: int) -> list[int]:
    """Fisher and Yates', by splitmix64: the same as the tool's for the same seed."""
    entry = list(range(net.nodes))
    state = seed

    def draw() -> int:
        nonlocal state
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        z = state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _MASK
        return z ^ (z >> 31)

    for i in range(net.nodes, 1, -1):
        fair = _MASK - _MASK % i
        r = draw()
        while r >= fair:
            r = draw()
        entry[i - 1], entry[r % i] = entry[r % i], entry[i - 1]
    return entry


def _swap(net: Net, words: str | None) -> list[int]:
    ends = (words or "").split("-")
    if len(ends) != 2 or not all(end.isdecimal() for end in ends):
        raise BadValue("which two nodes? write swap:3-5")
    a, b = (int(end) for end in ends)
    if a >= net.nodes or b >= net.nodes or a == b:
        raise BadValue(f"not two of the nodes 0 to {net.nodes - 1}")
    entry = list(range(net.nodes))
    entry[a], entry[b] = b, a
    return entry


_NAMED: dict[str, Callable[[Net], list[int]]] = {
    "antipode": _antipode,
    "bit-reversal": _bit_reversal,
    "complement": _complement,
    "half-turn": _half_turn,
    "half-turn-gray": _half_turn_gray,
    "inversion": _complement,
    "quarter-turn": _quarter_turn,
    "quarter-turn-gray": _quarter_turn_gray,
    "random": lambda net: _random(net, 0),
    "reflection": _reflection,
    "reverse": lambda net: _move_digits(net, lambda dim, dims: dims - 1 - dim),
    "rotation": lambda net: [(v + 1) % net.nodes for v in range(net.nodes)],
    "shuffle": lambda net: _move_digits(net, lambda dim, dims: (dim + 1) % dims),
    "swap": lambda net: _swap(net, None),
    "transpose": _transpose,
}


def named(name: str, net: Net) -> list[int]:
    """Where each node's data goes, by a permutation's name."""
    word, colon, argument = name.partition(":")
    if word not in _NAMED:
        raise BadValue(unknown("permutation", name, list(_NAMED)))
    try:
        if colon and word == "swap":
            return _swap(net, argument)
        if colon and word == "random":
            if not argument.isdecimal() or int(argument) > _MASK:
                raise BadValue("the seed is a whole number below 2^64")
            return _random(net, int(argument))
        if colon:
            raise BadValue("nothing may follow its name")
        return _NAMED[word](net)
    except BadValue as error:
        raise BadValue(f"permutation {name}: {error}") from None
