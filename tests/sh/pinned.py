#!/usr/bin/env python3
"""pinned.py GOLDEN NAME FILE: whether FILE is what was pinned under NAME; PIN=1 in the environment pins it anew.

GOLDEN has a line for each name: the name, the SHA-256 of all, and two hexadecimal digits for every few lines, so that the
place of the first change can be shown though the file is not kept. JSON, which is one long line, is broken before
every key, and its fractions are rounded to ten digits: the last few depend on the machine's mathematics library.
"""
import hashlib
import os
import re
import sys


def lines_of(path):
    text = open(path, encoding="utf-8").read()
    if text.startswith("{"):
        text = re.sub(r"-?\d+\.\d+(e[+-]?\d+)?", lambda number: "%.10g" % float(number[0]), text)
        text = re.sub(r',("\w+":|\{)', r",\n\1", text)
    text = re.sub(r"Written by linkbound [0-9.]+", "Written by linkbound", text)
    return text.splitlines()


def sum_of(lines):
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def sums_of(lines, few):
    return [sum_of(lines[i:i + few])[:2] for i in range(0, len(lines), few)]


def main():
    golden, name, path = sys.argv[1:]
    lines = lines_of(path)
    few = 1 + len(lines) // 400
    whole = sum_of(lines)
    pins = {}
    if os.path.exists(golden):
        pins = {line.split()[0]: line.split()[1:] for line in open(golden, encoding="utf-8") if line.strip()}
    if os.environ.get("PIN"):
        pins[name] = [whole, str(few), "".join(sums_of(lines, few))]
        with open(golden, "w", encoding="utf-8") as out:
            out.writelines("%s %s %s %s\n" % (key, *pins[key]) for key in sorted(pins))
        return 0
    if name not in pins:
        print("%s is not pinned in %s" % (name, golden), file=sys.stderr)
        return 1
    if pins[name][0] == whole:
        return 0
    few = int(pins[name][1])
    before = re.findall("..", pins[name][2])
    now = sums_of(lines, few)
    first = next((i for i, (a, b) in enumerate(zip(before, now)) if a != b), min(len(before), len(now))) * few
    print("%s has changed, first in lines %d to %d of %d:" % (name, first + 1, first + few, len(lines)), file=sys.stderr)
    for i in range(max(0, first - 2), min(len(lines), first + few + 2)):
        print("%s%6d  %.160s" % (">" if first <= i < first + few else " ", i + 1, lines[i]), file=sys.stderr)
    print("If that is meant, run the test again with PIN=1.", file=sys.stderr)
    return 1


sys.exit(main())
