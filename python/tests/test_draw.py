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
