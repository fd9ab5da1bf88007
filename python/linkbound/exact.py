"""Exact numbers: times and costs are ratios in C and Fractions here."""
from __future__ import annotations

import ctypes as c
import numbers
from fractions import Fraction
from typing import Any, Union

from ._args import shown, text
from ._lib import lib
from ._types import struct
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
    bytes: int, tau: Number, beta: Number, hop: Number = 0, whole_bytes: bool = False
) -> Any:
    """An lb_cost: a packet of s bytes takes tau*s + beta on a link."""
    return struct(
        "lb_cost",
        bytes=bytes,
        tau=ratio(tau),
        beta=ratio(beta),
        hop=ratio(hop),
        whole_bytes=bool(whole_bytes),
    )
