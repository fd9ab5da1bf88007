# Linkbound for Spack. The checkout that this file lies in is what is built:
#     spack repo add packaging/spack
#     spack install linkbound ^openmpi
import os

from spack.package import *


class Linkbound(CMakePackage):
    """Plans, proves, draws and runs collective communication on directly linked networks: hypercubes, tori, meshes,
    accelerators with links between them. Every schedule comes with a lower bound, and is replayed by a checker."""

    git = "file://" + os.path.abspath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 4))

    license("MIT")

    version("main", branch="main")

    variant("mpi", default=True, description="The engine over MPI, and the drop-in for programs that use MPI")
    variant("python", default=True, description="The Python package")

    depends_on("c", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("mpi", when="+mpi")
    depends_on("python@3.9:", type=("build", "run"), when="+python")
    depends_on("py-numpy", type="run", when="+python")

    generator("ninja")

    def cmake_args(self):
        return [
            self.define("LB_BUILD_TESTS", False),
            self.define("LB_WERROR", False),
            self.define("LB_REPRODUCIBLE", True),
            self.define_from_variant("LB_MPI", "mpi"),
        ]

    @property
    def build_targets(self):
        return ["product"]

    def setup_run_environment(self, env):
        if self.spec.satisfies("+python"):
            python = self.spec["python"].version.up_to(2)
            env.prepend_path("PYTHONPATH", join_path(self.prefix.lib, f"python{python}", "site-packages"))
