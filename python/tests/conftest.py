"""What the tests share: sources, build tree, tool. CMake says where they are, or it is guessed."""
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SOURCES = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCES / "python"))


@pytest.fixture(scope="session")
def sources():
    return SOURCES


@pytest.fixture(scope="session")
def build():
    return Path(os.environ.get("BUILD", SOURCES / "build"))


@pytest.fixture(scope="session")
def tool(build):
    """Runs the tool, and reads the JSON that it prints."""
    program = os.environ.get("LINKBOUND", str(build / "linkbound"))

    def run(*words):
        done = subprocess.run(
            [program, *words, "--json"], capture_output=True, text=True, check=False
        )
        assert done.stdout, done.stderr
        return json.loads(done.stdout)

    return run


@pytest.fixture
def without_numpy():
    """Runs Python where there is no numpy, and gives what it prints."""

    def run(code):
        block = "import sys; sys.modules['numpy'] = None\n"
        done = subprocess.run(
            [sys.executable, "-c", block + code],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": str(SOURCES / "python")},
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
