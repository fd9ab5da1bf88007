"""Exact numbers: times and costs are ratios in C and Fractions here."""
from __future__ import annotations

import ctypes as c
from fractions import Fraction
from typing import Any, Union

from ._lib import lib
from ._types import struct
from .errors import Code, Error

__all__ = ["Number", "cost_of", "fraction"]

Number = Union[int, float, str, Fraction]


def ratio(value: Number) -> Any:
    """An lb_ratio of a number; a float is what it prints as, 0.1 is 1/10."""
    made = struct("lb_ratio")
    if lib.lb_ratio_parse(str(value).encode(), c.byref(made)) != 0:
        raise Error(
            Code.ARG,
            f"{value!r} is not a number, or negative, or does not fit a ratio of 63 bits",
        )
    return made


def fraction(value: Any) -> Fraction:
    """A Fraction of an lb_ratio."""
    return Fraction(value.num, value.den) if value.den else Fraction(0)


def cost_of(
    bytes: int, tau: Number, beta: Number, hop: Number = 0, whole_bytes: bool = False
) -> Any:
    """An lb_cost: a packet of s bytes takes tau*s + beta on a link."""
    return struct(
        "lb_cost",
        bytes=bytes,
        tau=ratio(tau),
        beta=ratio(beta),
        hop=ratio(hop),
        whole_bytes=whole_bytes,
    )
