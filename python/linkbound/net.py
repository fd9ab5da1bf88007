"""Networks: tori, lattices, meshes, any graph; docs/networks.md has the names."""
from __future__ import annotations

import ctypes as c
import re
from typing import Any, Iterable, Iterator, Sequence, Union

from ._args import LARGE, maybe_text, pairs, several, shown, text, whole, wholes
from ._lib import NONE, Handle, lib, made, text_of
from ._types import struct_type
from .errors import BadIndex, BadType, BadValue

__all__ = ["Net", "NetLike", "net"]

LinkLike = Sequence[int]


def _faults(links: Any, both: bool) -> Iterator[tuple[int, int, bool]]:
    """Dead links, and whether the way back is dead too."""
    for link in links.split(",") if isinstance(links, str) else several("links", links, "link"):
        if not isinstance(link, str):
            a, b = pairs("link", [link], "(from, to), or text: '3-7', '3>7'", (2,))[0]
            yield a, b, both
            continue
        found = re.fullmatch(r"\s*(\d+)\s*([->])\s*(\d+)\s*", link, flags=re.ASCII)
        if not found:
            raise BadValue(f"link {shown(link)}: '3-7' is both ways, '3>7' one way")
        ends = (whole("node", int(found[1])), whole("node", int(found[3])))
        yield (*ends, found[2] == "-")


def _are_radices(value: object) -> bool:
    """A tuple or a list, or an array of one dimension: what other libraries have as a shape."""
    return isinstance(value, (tuple, list)) or len(getattr(value, "shape", ())) == 1


class Net(Handle):
    """A network, by its name: `Net("cube:6")`, `Net("4x4x4")`, `Net("machine:dgx-1-v100")`; or a
    torus by its radices, dimension 0 first: `Net((4, 4, 4))`.

    `Net.graph` and `Net.from_networkx` make one of links.
    """

    _free = "lb_net_free"

    def __init__(self, name: str | Sequence[int]) -> None:
        if isinstance(name, str):
            super().__init__(made(lib.lb_net_parse, text("network", name)))
            return
        if not _are_radices(name):
            raise BadType(
                f"{shown(name)} is not a network: Net('cube:6') or Net((4, 4)), please"
            )
        radices = [whole(f"radices {shown(name)}: radix", radix) for radix in name]
        array = (c.c_uint32 * len(radices))(*radices)
        super().__init__(made(lib.lb_net_create, len(radices), array))

    @classmethod
    def _of(cls, handle: Any, owner: object | None = None) -> Net:
        net = cls.__new__(cls)
        Handle.__init__(net, handle, owner)
        return net

    @classmethod
    def graph(
        cls, nodes: int, links: Iterable[LinkLike], *, both: bool = False, name: str | None = None
    ) -> Net:
        """Any network: links are (from, to) or (from, to, speed), one way unless `both`."""
        form = "(from, to) or (from, to, speed)"
        listed = pairs("link", several("links", links, "link"), form, (2, 3))
        for link in listed:
            whole(f"link {shown(tuple(link))}: speed", (*link, 1)[2], least=1)
        kind = struct_type("lb_link")
        array = (kind * len(listed))(*(kind(*(*link, 1)[:3], bool(both)) for link in listed))
        count = whole("nodes", nodes)
        return cls._of(made(lib.lb_net_graph, count, array, len(listed), maybe_text("name", name)))

    @classmethod
    def from_networkx(cls, graph: Any, *, speed: str = "speed", name: str | None = None) -> Net:
        """A graph of networkx, directed or not. Its nodes are numbered in their order, that of
        `list(graph)`; an edge's attribute `speed` says how fast a link is, a whole number.
        """
        if not callable(getattr(graph, "is_directed", None)):
            raise BadType(f"{shown(graph)} is not a graph of networkx")
        number = {node: i for i, node in enumerate(graph)}
        links = [
            (number[a], number[b], whole(f"edge {shown((a, b))}: {speed}", data.get(speed, 1)))
            for a, b, data in graph.edges(data=True)
        ]
        return cls.graph(len(number), links, both=not graph.is_directed(), name=name)

    def to_networkx(self) -> Any:
        """A networkx.DiGraph: an edge for every link, with its `speed` and the sender's `ports`."""
        import networkx

        graph = networkx.DiGraph(name=self.name)
        graph.add_nodes_from(v for v in range(self.nodes) if self.alive(v))
        for a, port, b in self.links():
            if graph.has_edge(a, b):
                graph[a][b]["speed"] += 1
                graph[a][b]["ports"].append(port)
            else:
                graph.add_edge(a, b, speed=1, ports=[port])
        return graph

    def without(
        self,
        links: Iterable[LinkLike | str] | str = (),
        nodes: Iterable[int] = (),
        *,
        both: bool = True,
    ) -> Net:
        """The network without these links, (from, to) and with `both` the way back, and nodes.
        Links may be written as the tool has them, too: `"3-7"` both ways, `"3>7"` one way."""
        kind = struct_type("lb_fault")
        faults = [kind(a, b, ways) for a, b, ways in _faults(links, bool(both))]
        dead = wholes("nodes", nodes, "node")
        return Net._of(
            made(
                lib.lb_net_without,
                self,
                (kind * len(faults))(*faults),
                len(faults),
                (c.c_uint32 * len(dead))(*dead),
                len(dead),
            )
        )

    @property
    def name(self) -> str:
        """As radices, `2x2x2`, or as `Net` takes it."""
        return text_of(lib.lb_net_name, self)

    @property
    def title(self) -> str:
        """As people call it, `cube:3` and `ring:8 cut-through`; `Net` takes it too."""
        return text_of(lib.lb_net_title, self)

    @property
    def nodes(self) -> int:
        """How many nodes."""
        return int(lib.lb_net_nodes(self))

    @property
    def ports(self) -> int:
        """The degree: links of a node."""
        return int(lib.lb_net_ports(self))

    @property
    def radices(self) -> tuple[int, ...]:
        """The lengths of the rings, dimension 0 first; empty for graphs."""
        return tuple(int(lib.lb_net_radix(self, dim)) for dim in range(lib.lb_net_dims(self)))

    @property
    def diameter(self) -> int:
        """The largest distance; no notice is taken of what is dead."""
        return int(lib.lb_diameter(self))

    @property
    def is_cube(self) -> bool:
        return bool(lib.lb_net_is_cube(self))

    @property
    def is_torus(self) -> bool:
        return bool(lib.lb_net_is_torus(self))

    @property
    def is_lattice(self) -> bool:
        """Every node looks the same."""
        return bool(lib.lb_net_is_lattice(self))

    @property
    def is_mesh(self) -> bool:
        return bool(lib.lb_net_is_mesh(self))

    @property
    def is_graph(self) -> bool:
        return bool(lib.lb_net_is_graph(self))

    @property
    def has_faults(self) -> bool:
        return bool(lib.lb_net_has_faults(self))

    def _node(self, node: int) -> int:
        number = whole("node", node, LARGE, -LARGE)
        if not 0 <= number < self.nodes:
            raise BadIndex(f"node {number}: {self.name} has nodes 0 to {self.nodes - 1}")
        return number

    def alive(self, node: int) -> bool:
        """Whether a node is not dead."""
        return bool(lib.lb_node_alive(self, self._node(node)))

    def dead(self) -> tuple[list[tuple[int, int]], list[int]]:
        """What is dead: links that are not dead with a node, as (from, to), and nodes."""
        links = []
        for index in range(lib.lb_net_dead_links(self)):
            a, b = c.c_uint32(), c.c_uint32()
            lib.lb_net_dead_link(self, index, c.byref(a), c.byref(b))
            links.append((a.value, b.value))
        nodes = [int(lib.lb_net_dead_node(self, i)) for i in range(lib.lb_net_dead_nodes(self))]
        return links, nodes

    def neighbor(self, node: int, port: int) -> int:
        """Whom a port leads to."""
        number = whole("port", port, LARGE, -LARGE)
        if not 0 <= number < self.ports:
            raise BadIndex(f"port {number}: a node of {self.name} has {self.ports} ports")
        return int(lib.lb_neighbor(self, self._node(node), number))

    def neighbors(self, node: int) -> list[int]:
        """To whom a node has links that are alive, by ports; faster ones several times."""
        return [b for _, _, b in self._links_of(self._node(node))]

    def _links_of(self, node: int, dead: bool = False) -> Iterator[tuple[int, int, int]]:
        for port in range(self.ports):
            if dead or lib.lb_link_alive(self, node, port):
                other = int(lib.lb_neighbor(self, node, port))
                if other not in (NONE, node):
                    yield node, port, other

    def links(self) -> Iterator[tuple[int, int, int]]:
        """All directed links that are alive, as (from, port, to); one of speed s comes s times."""
        for node in range(self.nodes):
            yield from self._links_of(node)

    def distance(self, a: int, b: int) -> int:
        """Hops; no notice is taken of what is dead."""
        return int(lib.lb_distance(self, self._node(a), self._node(b)))

    def digits(self, node: int) -> tuple[int, ...]:
        """The address of a node, dimension 0 first."""
        return tuple(
            int(lib.lb_digit(self, self._node(node), dim)) for dim in range(lib.lb_net_dims(self))
        )

    def _speeds(self, dead: bool = False) -> list[tuple[int, int, int]]:
        """All links that are alive, or dead as well, as `graph` takes them."""
        speeds: dict[tuple[int, int], int] = {}
        for node in range(self.nodes):
            for a, _, b in self._links_of(node, dead):
                speeds[a, b] = speeds.get((a, b), 0) + 1
        return [(a, b, speed) for (a, b), speed in speeds.items()]

    def _whole_name(self) -> str:
        """Its name before anything was dead."""
        return self.name.partition(" without")[0]

    def __reduce__(self) -> tuple[Any, ...]:
        graph = (self.nodes, self._speeds(dead=True)) if self.is_graph else None
        return _again, (self._whole_name(), graph, *self.dead())

    def __len__(self) -> int:
        return self.nodes

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Net) and bool(lib.lb_net_equal(self, other))

    def __hash__(self) -> int:
        return hash((self.nodes, self.ports))

    def __repr__(self) -> str:
        dead = ""
        if self.has_faults:
            links, lost = lib.lb_net_dead_links(self), lib.lb_net_dead_nodes(self)
            dead = f", dead: {links} links, {lost} nodes"
        nodes = f"{self.nodes} node{'s' if self.nodes != 1 else ''}"
        ports = f"{self.ports} port{'s' if self.ports != 1 else ''}"
        return f"<Net {self.title}: {nodes}, {ports}{dead}>"


def _again(
    name: str,
    graph: tuple[int, list[tuple[int, int, int]]] | None,
    links: list[tuple[int, int]],
    nodes: list[int],
) -> Net:
    """From a pickle."""
    sound = Net.graph(*graph, name=name) if graph else Net(name)
    return sound.without(links, nodes, both=False) if links or nodes else sound


NetLike = Union[Net, str, Sequence[int]]


def net(network: NetLike) -> Net:
    """A network from its name, or from the radices of a torus; a network as it is."""
    if isinstance(network, Net):
        return network
    if not isinstance(network, str) and not _are_radices(network):
        hint = "; Net.from_networkx takes graphs" if hasattr(network, "edges") else ""
        raise BadType(
            f"{shown(network)} is not a network: a Net, a name like 'cube:6', or radices{hint}"
        )
    return Net(network)
