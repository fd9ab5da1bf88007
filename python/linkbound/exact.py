"""Exact numbers: times and costs are ratios in C and Fractions here."""
from __future__ import annotations

import ctypes as c
import numbers
from fractions import Fraction
from typing import Any, Union

from ._args import shown, text
from ._lib import lib
from ._types import struct
from ._units import per_byte, size, time
from .errors import BadType, BadValue

__all__ = ["Number", "cost_of", "fraction"]

Number = Union[int, float, str, Fraction]


def ratio(value: Number) -> Any:
    """An lb_ratio of a number; a float is what it prints as, 0.1 is 1/10."""
    made = struct("lb_ratio")
    if not isinstance(value, (str, numbers.Number)):
        raise BadType(f"{shown(value)} is not a number")
    try:
        digits = str(value)
    except ValueError:  # more than Python writes down
        digits = "too many"
    if lib.lb_ratio_parse(text("number", digits), c.byref(made)) != 0:
        raise BadValue(
            f"{shown(value)} is not a number, or negative, or does not fit a ratio of 63 bits"
        )
    return made


def fraction(value: Any) -> Fraction:
    """A Fraction of an lb_ratio."""
    return Fraction(value.num, value.den) if value.den else Fraction(0)


def cost_of(
    bytes: int | str,
    tau: Number | None,
    beta: Number | None,
    hop: Number = 0,
    whole_bytes: bool = False,
    link: str | None = None,
    latency: Number | None = None,
) -> Any:
    """An lb_cost: a packet of s bytes takes tau*s + beta on a link. `link` and `latency` say the
    same in units, `100Gbit` and `1us`; times are then in nanoseconds."""
    tau, beta, hop = in_numbers(tau, beta, hop, link, latency)
    return struct(
        "lb_cost",
        bytes=size("bytes", bytes),
        tau=ratio(tau),
        beta=ratio(beta),
        hop=ratio(hop),
        whole_bytes=bool(whole_bytes),
    )


def in_numbers(
    tau: Number | None,
    beta: Number | None,
    hop: Number = 0,
    link: str | None = None,
    latency: Number | None = None,
) -> tuple[Number, Number, Number]:
    """tau, beta and hop as numbers: nanoseconds, if they were given in units."""
    if link is not None and tau is not None:
        raise BadType("tau and link say the same: give one of them")
    if latency is not None and beta is not None:
        raise BadType("beta and latency say the same: give one of them")
    beta, start = (beta, "beta") if latency is None else (latency, "latency")
    if beta is None or (tau is None and link is None):
        raise BadType(
            "what is the cost? tau and beta, or link and latency: link='100Gbit', latency='1us'"
        )
    times = {"tau": time("tau", tau), start: time(start, beta), "hop": time("hop", hop)}
    if link is not None:
        times["tau"] = per_byte("link", link)
    plain = {"tau": tau, start: beta, "hop": hop}
    found: list[Number] = []
    for name, value in times.items():
        if value is None and any(times.values()) and plain[name] not in (0, "0"):
            raise BadValue(
                f"{name} {shown(plain[name])}: others are in units of time; write 300ns or 1.5us"
            )
        found.append(value if value is not None else plain[name])  # type: ignore[arg-type]
    return found[0], found[1], found[2]
