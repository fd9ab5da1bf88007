"""Numbers with units, as the tool takes them: `1MiB`, `100Gbit`, `1.5us`. Times are nanoseconds."""
from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from ._args import LARGE, shown, whole
from .errors import BadValue

_NUMBER = re.compile(r"([0-9.]+(?:[eE][-+]?[0-9]+)?(?:/[0-9]+)?) *(.*)", re.DOTALL)
_TIMES = {
    "ps": Fraction(1, 1000),
    "ns": Fraction(1),
    "us": Fraction(1000),
    "\u00b5s": Fraction(1000),
    "\u03bcs": Fraction(1000),
    "ms": Fraction(10**6),
    "s": Fraction(10**9),
}
# Bytes in a nanosecond. A large B is bytes and a small one bits.
_RATES = {
    f"{letter}{unit}": Fraction(power, 10**9 * bits)
    for letter, power in {"K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}.items()
    for unit, bits in {"bit": 8, "b": 8, "B": 1}.items()
}
_RATES.update({f"{letter}iB": Fraction(1 << 10 * i, 10**9) for i, letter in enumerate(" KMG") if i})


def _split(word: str, value: str, example: str) -> tuple[Fraction, str]:
    found = _NUMBER.fullmatch(value.strip())
    try:
        if not found:
            raise ValueError
        return Fraction(found[1]), found[2]
    except (ValueError, ZeroDivisionError):
        raise BadValue(f"{word} {shown(value)}: not a number; write {example}") from None


def size(word: str, value: Any) -> int:
    """Bytes: a whole number, or `4K`, `1MiB` (1024s), `1MB` (1000s)."""
    if not isinstance(value, str):
        return whole(word, value, LARGE)
    number, unit = _split(word, value, "64, 4K, 1MiB or 1MB")
    scale = _bytes_in(unit)
    if scale is None:
        raise BadValue(
            f"{word} {shown(value)}: not a size; write 64, 4K, 1M, 1MiB (1024s) or 1MB (1000s)"
        )
    number *= scale
    if number.denominator != 1:
        raise BadValue(f"{word} {shown(value)}: not a whole number of bytes")
    return whole(word, int(number), LARGE)


def _bytes_in(unit: str) -> int | None:
    upper = unit.upper()
    if upper in ("", "B"):
        return 1
    power = "KMGT".find(upper[0]) + 1
    scales = {"": 1024, "IB": 1024, "B": 1000}
    return scales[upper[1:]] ** power if power and upper[1:] in scales else None


def time(word: str, value: Any) -> Fraction | None:
    """Nanoseconds of `1.5us`; None where there is no unit."""
    if not isinstance(value, str):
        return None
    found = _NUMBER.fullmatch(value.strip())
    if not found or not found[2]:
        return None
    number, unit = _split(word, value, "250ns or 1.5us")
    if unit not in _TIMES:
        raise BadValue(f"{word} {shown(value)}: not a time; write 250ns, 1.5us, 2ms or 1s")
    return number * _TIMES[unit]


def per_byte(word: str, value: Any) -> Fraction:
    """Nanoseconds for a byte over a link of `100Gbit` or `12.5GB/s`."""
    example = "write 100Gbit, 800Mbit/s or 12.5GB/s"
    if not isinstance(value, str):
        raise BadValue(f"{word} {shown(value)}: not the speed of a link; {example}")
    number, unit = _split(word, value, "100Gbit or 12.5GB/s")
    unit = unit[:-2] if unit.endswith(("/s", "ps")) else unit
    rate = _RATES.get(unit[:1].upper() + unit[1:])
    if rate is None or number <= 0:
        raise BadValue(f"{word} {shown(value)}: not the speed of a link; {example}")
    return 1 / (number * rate)
