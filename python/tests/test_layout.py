"""The tables of the C interface are those of the headers, as a C compiler sees them."""
import ctypes
import os
import shutil
import subprocess
import sys

import pytest

from linkbound import _api, _api_mpi
from linkbound._lib import lib
from linkbound._types import define, struct_type


def test_tables_are_up_to_date(sources):
    done = subprocess.run(
        [sys.executable, sources / "tools" / "bindings", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_every_function_is_there():
    assert len(_api.FUNCTIONS) > 140 and len(_api_mpi.FUNCTIONS) > 150
    for name in _api.FUNCTIONS:
        assert getattr(lib, name).argtypes is not None


def members(fields):
    """Names of the members, those of unions too, which C reaches by the same names."""
    for name, kind in fields:
        if isinstance(kind, tuple):
            yield from members(kind)
        else:
            yield name


def asked(table):
    """Lines of C that print what is asked, and the answers that are expected."""
    lines, answers = [], []
    for name, value in table.CONSTANTS.items():
        lines.append(f'printf("%lld\\n", (long long)({name}));')
        answers.append((name, value))
    for enum in table.ENUMS.values():
        for name, value in enum.items():
            lines.append(f'printf("%lld\\n", (long long){name});')
            answers.append((name, value))
    for name, fields in table.STRUCTS.items():
        kind = struct_type(name)
        lines.append(f'printf("%zu\\n", sizeof({name}));')
        answers.append((name, ctypes.sizeof(kind)))
        for member in members(fields):
            lines.append(
                f'printf("%zu %zu\\n", offsetof({name}, {member}), '
                f"sizeof((({name} *)0)->{member}));"
            )
            there = getattr(kind, member)
            answers.append((f"{name}.{member}", (there.offset, there.size)))
    for name, (result, *arguments) in table.FUNCTIONS.items():  # the compiler is the judge
        lines.append(f"{{ {result} (*f)({', '.join(arguments) or 'void'}) = {name}; (void)f; }}")
    return lines, answers


def agree(tmp_path, table, headers, compiler, *flags):
    """Compiles a program that asks, and holds its answers against the table."""
    if not compiler:
        pytest.skip("there is no C compiler for it")
    lines, answers = asked(table)
    program, source = str(tmp_path / "layout"), tmp_path / "layout.c"
    includes = "".join(f"#include <{header}>\n" for header in ("stddef.h", "stdio.h", *headers))
    source.write_text(includes + "int main(void) {\n" + "\n".join(lines) + "\nreturn 0;\n}\n")
    strict = ["-std=c11", "-Werror", "-Wall", "-Wextra", str(source), "-o", program]
    subprocess.run([compiler, *strict, *flags], check=True)
    said = subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()
    for (name, wanted), line in zip(answers, said, strict=True):
        found = tuple(map(int, line.split()))
        assert found == (wanted if isinstance(wanted, tuple) else (wanted,)), name


def test_the_library(tmp_path, sources, build):
    rooms = ("", "-find", "-draw", "-export", "-import")
    headers = [f"linkbound{room}.h" for room in rooms]
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")
    agree(
        tmp_path,
        _api,
        headers,
        compiler,
        "-I",
        sources / "include",
        "-L",
        build,
        "-llinkbound",
        f"-Wl,-rpath,{build}",
    )


@pytest.mark.parametrize("mpi", ["openmpi", "mpich"])
def test_the_engine(tmp_path, sources, build, mpi):
    define(_api_mpi.STRUCTS)
    compiler = shutil.which(f"mpicc.{mpi}")
    if not (build / f"liblinkbound-mpi-{mpi}.so").exists():
        pytest.skip(f"the engine was not built for {mpi}")
    agree(
        tmp_path,
        _api_mpi,
        ["linkbound-mpi.h"],
        compiler,
        "-I",
        sources / "include",
        "-L",
        build,
        f"-llinkbound-mpi-{mpi}",
        "-llinkbound",
        f"-Wl,-rpath,{build}",
    )


def test_types_are_known():
    """That a word of the headers is not taken for a handle by mistake."""
    plain = "int unsigned bool char double void size_t lb_progress int64_t uint32_t uint64_t"
    known = {*_api.STRUCTS, *_api.ENUMS, *plain.split()}
    handles = {"lb_net", "lb_task", "lb_plan", "lb_cursor", "lb_program", "lb_wisdom", "FILE"}
    handles.add("lb_messages")
    for words in _api.FUNCTIONS.values():
        for kind in words:
            base = kind.replace("const ", "").replace(" ", "").rstrip("*")
            assert base in known or (base in handles and kind.endswith("*")), kind
