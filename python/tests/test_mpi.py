"""linkbound.mpi under mpirun, for the MPI that mpi4py has."""
import os
import shutil
import subprocess
import sys

import pytest

OPTIONS = {
    "openmpi": [
        "--oversubscribe",
        "--allow-run-as-root",
        "--mca",
        "mpi_yield_when_idle",
        "1",
        "--mca",
        "btl_base_warn_component_unused",
        "0",
    ],
    "mpich": [],
}


def flavour():
    """Asked in another process, as MPI is not started here."""
    code = (
        "import mpi4py; mpi4py.rc.initialize = False\n"
        "from mpi4py import MPI\nprint(MPI.get_vendor()[0])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("there is no mpi4py (python3-mpi4py)")
    return "openmpi" if done.stdout.strip() == "Open MPI" else "mpich"


@pytest.mark.parametrize("processes, network", [(4, "cube:2"), (3, "ring:3")])
def test_collectives(sources, build, processes, network):
    pytest.importorskip("numpy")
    mpi = flavour()
    launcher = shutil.which(f"mpirun.{mpi}") or shutil.which("mpirun")
    if not launcher or not (build / f"liblinkbound-mpi-{mpi}.so").exists():
        pytest.skip(f"there is no mpirun, or the engine was not built for {mpi}")
    program = str(sources / "python" / "tests" / "mpi_program.py")
    env = {
        **os.environ,
        "PYTHONPATH": str(sources / "python"),
        "LINKBOUND_LIBRARY": str(build / "liblinkbound.so"),
        "LINKBOUND_PROFILE": str(sources / "tests" / "mpi" / "profile"),
    }
    done = subprocess.run(
        [launcher, *OPTIONS[mpi], "-n", str(processes), sys.executable, program, network],
        capture_output=True,
        text=True,
        env=env,
        timeout=200,
        check=False,
    )
    assert done.returncode == 0 and "all as mpi4py's own" in done.stdout, done.stdout + done.stderr
