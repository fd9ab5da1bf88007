"""The notebooks of examples/, executed; docs/python.md and schedules.md say what is so."""
import doctest
import json
import os
import subprocess
import sys

import pytest

import linkbound

NOTEBOOKS = ["which_collective_when.ipynb", "judge_a_schedule.ipynb"]


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_notebook(name, sources, tmp_path):
    for module in ("nbconvert", "ipykernel", "numpy", "networkx"):
        pytest.importorskip(module)
    env = {
        **os.environ,
        "PYTHONPATH": str(sources / "python"),
        "HOME": str(tmp_path),
        "IPYTHONDIR": str(tmp_path),
    }
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "nbconvert",
            "--to",
            "notebook",
            "--execute",
            "--output-dir",
            str(tmp_path),
            str(sources / "examples" / name),
        ],
        capture_output=True,
        text=True,
        env=env,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    cells = json.loads((tmp_path / name).read_text())["cells"]
    shown = [
        kind for cell in cells for out in cell.get("outputs", []) for kind in out.get("data", {})
    ]
    assert "text/html" in shown and "image/svg+xml" in shown


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_notebook_is_kept_clean(name, sources):
    """Without outputs, so that a change of it can be read."""
    cells = json.loads((sources / "examples" / name).read_text())["cells"]
    assert len(cells) > 8 and cells[0]["cell_type"] == "markdown"
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in cells)


@pytest.mark.parametrize("page,examples", [("python.md", 20), ("schedules.md", 6)])
def test_manual(page, examples, sources):
    pytest.importorskip("numpy")
    pytest.importorskip("networkx")
    found = doctest.testfile(
        str(sources / "docs" / page),
        module_relative=False,
        optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE,
    )
    assert found.attempted > examples and found.failed == 0


def test_docstring():
    assert doctest.testmod(linkbound).failed == 0
