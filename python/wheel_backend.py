"""Builds the wheel and the source package (PEP 517): a wheel of a package of Python alone is a zip.

So `pip install ./python` needs neither setuptools nor a network.
"""
import base64
import hashlib
import re
import tarfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
FILES = sorted(p for p in (HERE / "linkbound").iterdir() if p.suffix in (".py", ".typed"))


def _version():
    return re.search(r'VERSION = "(.*)"', (HERE / "linkbound" / "_api.py").read_text()).group(1)


def _metadata():
    project = (HERE / "pyproject.toml").read_text()
    said = {
        key: re.search(rf'^{key} = "(.*)"', project, flags=re.M).group(1)
        for key in ("description", "requires-python")
    }
    return (
        f"Metadata-Version: 2.1\nName: linkbound\nVersion: {_version()}\n"
        f"Summary: {said['description']}\nRequires-Python: {said['requires-python']}\n"
        "Provides-Extra: all\n"
        "Requires-Dist: numpy; extra == 'all'\nRequires-Dist: networkx; extra == 'all'\n"
        "Requires-Dist: pandas; extra == 'all'\nRequires-Dist: mpi4py; extra == 'all'\n"
    )


def _write(folder, contents, tag):
    """A wheel with these contents, by names."""
    info = f"linkbound-{_version()}.dist-info"
    contents[f"{info}/METADATA"] = _metadata().encode()
    contents[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: linkbound\n" f"Root-Is-Purelib: true\nTag: {tag}\n"
    ).encode()
    record = ""
    for name, data in contents.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    contents[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    wheel = f"linkbound-{_version()}-{tag}.whl"
    with zipfile.ZipFile(Path(folder) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in contents.items():  # the same bits every time
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)
    return wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    contents = {f"linkbound/{path.name}": path.read_bytes() for path in FILES}
    return _write(wheel_directory, contents, "py3-none-any")


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    return _write(wheel_directory, {"linkbound.pth": f"{HERE}\n".encode()}, "py3-none-any")


def build_sdist(sdist_directory, config_settings=None):
    name = f"linkbound-{_version()}"
    with tarfile.open(Path(sdist_directory) / f"{name}.tar.gz", "w:gz") as archive:
        for path in [HERE / "pyproject.toml", HERE / "wheel_backend.py", *FILES]:
            archive.add(path, f"{name}/{path.relative_to(HERE)}")
    return f"{name}.tar.gz"
