"""Sizes, speeds and times with units: as the tool reads them."""
from fractions import Fraction

import pytest

import linkbound as lb

LINKS = ["100Gbit", "100Gb/s", "12.5GB/s", "800Mbps", "1GiB/s", "1Tbit"]


@pytest.mark.parametrize("link", LINKS)
def test_as_the_tool(link, tool):
    for size in ("4K", "1MB", "1.5MB", "3MiB"):
        words = ("--bytes", size, "--link", link, "--latency", "1.5us")
        said = tool("bound", "allreduce", "4x4", *words)["time_bound"]
        found = lb.bound_time("allreduce", "4x4", bytes=size, link=link, latency="1.5us")
        assert float(found) == pytest.approx(float(said))


def test_same_in_numbers():
    units = {"link": "100Gbit", "latency": "1us"}
    plan = lb.plan("broadcast", "cube:3", bytes="1MiB", **units)
    numbers = plan.simulate(bytes=1 << 20, tau="0.08", beta=1000)
    assert plan.simulate(bytes="1MiB", **units) == numbers
    assert plan.simulate(bytes="1MiB", tau="0.08ns", beta="1us") == numbers
    compared = lb.compare("broadcast", "cube:3", sizes=["1K"], **units)
    assert compared.bounds == (Fraction(229096, 75),)
    assert lb.bound_time("broadcast", "2", bytes=100, link="1GB/s", latency=0).time == 100


@pytest.mark.parametrize(
    "cost, sentence",
    [
        ({"link": "100Gbit", "beta": 1000}, "beta 1000: others are in units"),
        ({"link": "100Gbit"}, "what is the cost"),
        ({"link": "100", "latency": "1us"}, "link '100': not the speed"),
        ({"link": 100, "latency": "1us"}, "link 100: not the speed"),
        ({"link": "0Gbit", "latency": "1us"}, "not the speed"),
        ({"link": "1Gbit", "latency": "1h"}, "latency '1h': not a time"),
        ({"link": "1Gbit", "latency": "1us", "tau": 1}, "tau and link say the same"),
        ({"link": "1Gbit", "latency": "1us", "beta": 1}, "beta and latency say the same"),
        ({"link": "1/0Gbit", "latency": "1us"}, "not a number"),
        ({"bytes": "1.0001K", "tau": 1, "beta": 1}, "not a whole number of bytes"),
        ({"bytes": "1Q", "tau": 1, "beta": 1}, "not a size"),
    ],
)
def test_wrong(cost, sentence):
    with pytest.raises(lb.Error, match=sentence):
        lb.bound_time("broadcast", "4", **{"bytes": 8, **cost})
