"""Pictures, and what a notebook shows."""
import html
import xml.etree.ElementTree as tree

import pytest

import linkbound as lb


@pytest.mark.parametrize("what", ["network", "tree", "timeline", "matrix"])
def test_pictures(what, tmp_path):
    plan = lb.plan("scatter", "cube:3")
    drawing = plan.draw(what)
    assert tree.fromstring(str(drawing)).tag.endswith("svg")
    assert drawing._repr_svg_() == drawing.text and repr(drawing) == "<Drawing>"
    drawing.save(tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_text() == drawing.text
    said = plan.draw(what, text=True)
    assert not said.is_svg and "scatter" in str(said) and said._repr_svg_() is None


def test_refusals():
    plan = lb.plan("alltoall", "cube:8")
    with pytest.raises(lb.Error) as caught:
        plan.draw()
    assert caught.value.code is lb.Code.SIZE
    with pytest.raises(ValueError, match="timeline"):
        plan.draw("mona lisa")
    with pytest.raises(ValueError, match="msccl"):
        plan.export("pdf")


def test_exports():
    plan = lb.plan("allgather", "cube:2")
    assert "digraph" in plan.export("dot") and "<algo" in plan.export("msccl")
    assert "num_ranks 4" in plan.export("goal", bytes=8)


def test_notebooks_show_plans():
    plan = lb.plan("broadcast", "cube:3")
    frame = plan._repr_html_()
    page = html.unescape(frame)
    assert (
        frame.startswith("<iframe") and page.count('class="f') == plan.steps and "<script>" in page
    )
    assert page.count("<style>") == 1 and 'id="' not in page
    assert lb.page(plan) in page
    assert tree.fromstring(plan._repr_svg_()).tag.endswith("svg")
    large = lb.plan("alltoall", "cube:8")
    assert large._repr_html_() is None and large._repr_svg_() is None
    assert lb.plan("broadcast", "1")._repr_html_() is None


def test_schedules_and_files(tmp_path):
    """Whatever takes a plan takes a schedule, and the name of a file."""
    task = lb.Task("broadcast", "2x2")
    schedule = lb.Schedule(task, [(1, 0, 1, 0), (2, 0, 2, 0), (2, 1, 3, 0)], name="by hand")
    plan = lb.Plan.of(schedule)
    path = tmp_path / "mine.jsonl"
    schedule.write(path)
    foreign = tmp_path / "mine.csv"
    foreign.write_text(plan.export("csv"))
    cost = {"bytes": 1000, "tau": 1, "beta": 5}
    for what in (schedule, path, str(path), foreign):
        assert lb.simulate(what, **cost).makespan == plan.simulate(**cost).makespan == 2010
        assert tree.fromstring(lb.draw(what, "timeline").text).tag.endswith("svg")
        assert lb.page(what).count('class="f') == 2
    for what in (schedule, path, str(path)):
        assert lb.draw(what).text == plan.draw().text
        assert lb.export(what, "dot") == plan.export("dot")
    assert "by hand" in lb.compare(schedule, sizes=[1000], tau=1, beta=5).times
    with pytest.raises(lb.Error, match="link: step 1, link 0->3: there is no such link") as caught:
        lb.draw(lb.Schedule(task, [(1, 0, 3, 0)]))
    assert caught.value.code is lb.Code.CHECK
    with pytest.raises(lb.Error) as caught:
        lb.simulate(tmp_path / "nothing.jsonl", **cost)
    assert caught.value.code is lb.Code.IO


def test_timelines_in_units():
    plan = lb.plan("broadcast", "cube:3", bytes="1MiB", link="10Gbit", latency="1us")
    drawn = plan.draw("timeline", bytes="1MiB", link="10Gbit", latency="1us").text
    assert " us" in drawn
    assert drawn == plan.draw("timeline", bytes=1 << 20, tau="0.8ns", beta="1us").text
    assert " us" not in plan.draw("timeline", bytes=1 << 20, tau="0.8", beta=1000).text
