"""Judges a file of LINKBOUND_TRACE: JSON; a process for every rank; the slices of a row in the order of time and nested; every
send with its receive, of the same length, between the same two, which does not end before the send begins.

    trace.py FILE PROCESSES [EVENTS]    EVENTS: each process may keep so many, and some were left out
"""
import json
import re
import sys


def nested(slices):
    """Slices of one row: each begins no earlier than the last, and ends before what it is inside of does."""
    before, inside = 0.0, []
    for s in slices:
        begin, end = s["ts"], s["ts"] + s["dur"]
        assert s["dur"] >= 0 and begin >= before, ("out of order", s)
        while inside and inside[-1] <= begin + 1e-5:
            inside.pop()
        assert not inside or end <= inside[-1] + 1e-5, ("crosses another", s)
        inside.append(end)
        before = begin


def messages(events):
    """The ends of all arrows, by their numbers: ranks, bytes and time."""
    ends = {"s": {}, "f": {}}
    for event, arrow in zip(events, events[1:]):
        if arrow["ph"] not in ends:
            continue
        assert event["ph"] == "X" and event["tid"] == arrow["tid"], ("an arrow at no slice", arrow)
        assert arrow["id"] not in ends[arrow["ph"]], ("two of one number", arrow)
        peer = int(re.fullmatch(r"(?:send to|receive from) (\d+)", event["name"]).group(1))
        pair = (event["pid"] - 1, peer) if arrow["ph"] == "s" else (peer, event["pid"] - 1)
        ends[arrow["ph"]][arrow["id"]] = (pair, event["args"]["bytes"], arrow["ts"])
    return ends["s"], ends["f"]


def main(path, processes, kept=None):
    with open(path, encoding="ascii") as file:
        whole = json.load(file)
    events = whole["traceEvents"]
    names = {e["args"]["name"] for e in events if e["name"] == "process_name"}
    assert names == {f"rank {r}" for r in range(processes)}, names
    rows = {}
    for e in events:
        if e["ph"] == "X":
            rows.setdefault(e["tid"], []).append(e)
    for slices in rows.values():
        nested(slices)
        assert len({s["pid"] for s in slices}) == 1
    seen = {s["cat"] for slices in rows.values() for s in slices}
    assert {"call", "plan", "wait", "sum", "send", "receive"} <= seen or kept, seen
    calls = [s for slices in rows.values() for s in slices if s["cat"] == "call"]
    assert any(s["args"]["algorithm"] and s["args"]["bytes"] > 0 for s in calls), "no call has an algorithm"
    sent, received = messages(events)
    both = sent.keys() & received.keys()
    for number in both:
        (pair, size, begin), (other, length, end) = sent[number], received[number]
        assert pair == other and size == length and begin <= end, (sent[number], received[number])
    left_out = whole["otherData"]["older events left out"]
    if kept:
        assert left_out > 0 and both and max(len(r) for r in rows.values()) <= kept
        assert whole["otherData"]["events a process may keep"] == kept
    else:
        assert left_out == 0 and sent.keys() == received.keys() and both, "a send without its receive"


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
