"""Runs tests of the package under pytest, for ctest: run.py net plan runs test_net.py and so on."""
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent

try:
    import pytest
except ImportError:
    print(f"skipped: {sys.executable} has no pytest (Debian: python3-pytest)")
    sys.exit(77)

sys.dont_write_bytecode = True  # the sources may belong to somebody else
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
names = [str(HERE / f"test_{name}.py") for name in sys.argv[1:]]
options = ["-q", "-rs", "-p", "no:cacheprovider", "--rootdir", str(HERE.parent)]
sys.exit(pytest.main([*options, *names]))
