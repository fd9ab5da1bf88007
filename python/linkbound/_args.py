"""Arguments, looked at before C sees them: ctypes cuts numbers off, C believes every pointer."""
from __future__ import annotations

import operator
import os
from typing import Any, Iterable, Sequence

from .errors import BadType, BadValue

LARGE = 2**64 - 1
NODES = 2**32 - 1  # more than any node's number: C has it for none


def whole(word: str, value: Any, most: int = NODES, least: int = 0) -> int:
    """A whole number of Python's, numpy's or anybody's, from least to most."""
    try:
        number = operator.index(value)
    except TypeError:
        raise BadType(f"{word} {shown(value)}: a whole number, please") from None
    if not least <= number <= most:
        raise BadValue(f"{word} {shown(value)}: a whole number from {least} to {most}, please")
    return number


def wholes(word: str, values: Any, what: str, most: int = NODES) -> list[int]:
    """Several of them."""
    return [whole(f"{word}: {what}", value, most) for value in several(word, values, what)]


def several(word: str, values: Any, what: str) -> list[Any]:
    """What can be gone through, and is no text: of that the letters would come."""
    if isinstance(values, (str, bytes)):
        raise BadType(f"{word} {shown(values)}: a list of {what}s, please")
    try:
        return list(values)
    except TypeError:
        raise BadType(f"{word} {shown(values)}: a list of {what}s, please") from None


def text(word: str, value: Any) -> bytes:
    """A string for C, where it ends with the first zero."""
    if not isinstance(value, str):
        raise BadType(f"{word} {shown(value)}: a string, please")
    if "\0" in value:
        raise BadValue(f"{word} {shown(value)}: a string without zero bytes, please")
    try:
        return os.fsencode(value)
    except UnicodeEncodeError:
        raise BadValue(f"{word} {shown(value)}: it cannot be written as UTF-8") from None


def maybe_text(word: str, value: Any) -> bytes | None:
    """A string for C, or none."""
    return None if value is None else text(word, value)


def path_of(value: Any) -> str:
    """A file's name."""
    try:
        name = os.fsdecode(value)
    except TypeError:
        raise BadType(f"{shown(value)}: the name of a file, please") from None
    text("file", name)
    return name


def one_of(word: str, value: Any, names: Sequence[str]) -> str:
    """One of these words; else which was meant, or which there are."""
    from ._lib import unknown

    text(word, value)
    if value not in names:
        raise BadValue(unknown(word, value, names))
    return str(value)


def shown(value: Any) -> str:
    """A value in a sentence: on one line, and not for pages."""
    try:
        line = " ".join(repr(value).split())
    except Exception:  # whatever goes wrong in a stranger's repr
        line = f"a {type(value).__name__}"
    return line if len(line) <= 60 else f"{line[:57]}..."


def pairs(word: str, values: Iterable[Any], form: str, lengths: tuple[int, ...]) -> list[list[int]]:
    """Lists of numbers, each of one of these lengths, as links are."""
    found = []
    for value in values:
        listed = None if isinstance(value, (str, bytes)) else _listed(value)
        if listed is None or len(listed) not in lengths:
            raise BadType(f"{word} {shown(value)}: {form}, please")
        found.append([whole(f"{word} {shown(value)}:", number) for number in listed])
    return found


def _listed(value: Any) -> list[Any] | None:
    try:
        return list(value)
    except TypeError:
        return None
