"""The package as it is installed by pip, with no network, and how it finds the library."""
import os
import shutil
import subprocess
import sys

import pytest

import linkbound
from linkbound import _lib

TRY = "import linkbound; print(linkbound.plan('alltoall', 'cube:3').steps, linkbound.__file__)"


def run(*words, **environment):
    env = {k: v for k, v in os.environ.items() if k not in ("LINKBOUND_LIBRARY", "PYTHONPATH")}
    return subprocess.run(
        words, capture_output=True, text=True, env={**env, **environment}, check=False, cwd="/"
    )


def test_pip(tmp_path, sources, build):
    pytest.importorskip("pip")
    shutil.copytree(sources / "python", tmp_path / "python", ignore=shutil.ignore_patterns("__py*"))
    done = run(
        sys.executable,
        "-m",
        "pip",
        "install",
        "--no-index",
        "--no-deps",
        "--target",
        str(tmp_path / "lib" / "site"),
        str(tmp_path / "python"),
        PIP_NO_CACHE_DIR="1",
    )
    assert done.returncode == 0, done.stderr
    site = tmp_path / "lib" / "site"
    assert (site / "linkbound" / "py.typed").exists()
    assert (site / f"linkbound-{linkbound.__version__}.dist-info" / "METADATA").exists()
    library = build / f"liblinkbound.so.{_lib.ABI}"
    done = run(sys.executable, "-c", TRY, PYTHONPATH=str(site), LINKBOUND_LIBRARY=str(library))
    assert done.stdout.split() == ["4", str(site / "linkbound" / "__init__.py")], done.stderr
    shutil.copy(library, tmp_path / "lib")  # as in a prefix
    assert run(sys.executable, "-c", TRY, PYTHONPATH=str(site)).stdout.split()[0] == "4"


def test_no_library(sources):
    done = run(
        sys.executable,
        "-c",
        "import linkbound",
        PYTHONPATH=str(sources / "python"),
        LINKBOUND_LIBRARY="/none/liblinkbound.so",
    )
    assert done.returncode == 1
    assert "LINKBOUND_LIBRARY" in done.stderr and "/none/liblinkbound.so" in done.stderr


def test_another_version(sources):
    code = "import linkbound._api as a; a.VERSION = '99.9.0'; import linkbound._lib"
    block = "import sys, types; m = types.ModuleType('linkbound'); m.__path__ = [sys.argv[1]]\n"
    done = run(
        sys.executable,
        "-c",
        f"{block}sys.modules['linkbound'] = m\n{code}",
        str(sources / "python" / "linkbound"),
        LINKBOUND_LIBRARY=os.environ.get(
            "LINKBOUND_LIBRARY", str(sources / "build" / "liblinkbound.so")
        ),
    )
    assert "is for liblinkbound 99.9.0" in done.stderr


def test_versions():
    assert linkbound._lib.lib.lb_version().decode() == linkbound.__version__
