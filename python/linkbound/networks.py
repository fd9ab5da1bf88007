"""The catalogue: the kinds of networks, and machines whose wiring is public."""
from __future__ import annotations

from dataclasses import dataclass

from ._lib import lib
from .net import Net

__all__ = ["Known", "networks"]


@dataclass(frozen=True)
class Known:
    """A network that has a name: an example of its kind, or a machine."""

    name: str  # as Net takes it: "twisted:4x4x8", "machine:dgx-1-v100"
    kind: str  # "twisted torus", or "machine"
    about: str
    source: str | None  # of a machine: the address of the page that documents its wiring

    @property
    def net(self) -> Net:
        """The network itself."""
        return Net(self.name)


def _text(value: bytes) -> str:
    return value.decode()


def networks() -> list[Known]:
    """An example of every kind of network, and every machine that is known by name."""
    found = []
    for index in range(lib.lb_network_kinds()):
        kind = lib.lb_network_kind_at(index).contents
        if not kind.example.startswith((b"graph:", b"machine:")):  # a file of yours; the list below
            found.append(Known(_text(kind.example), _text(kind.name), _text(kind.about), None))
    for index in range(lib.lb_wirings()):
        machine = lib.lb_wiring_at(index).contents
        name = f"machine:{_text(machine.name)}"
        found.append(Known(name, "machine", _text(machine.about), _text(machine.source)))
    return found
