"""The stack that the lock pins is at or above the versions in which known advisories are fixed."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = ["requirements.lock", "requirements-serve.lock"]
GITHUB = "https://github.com"
ADVISORIES = [
    ("voila", "0.5.6", "CVE-2024-30265", f"{GITHUB}/voila-dashboards/voila/security/advisories/GHSA-2q59-h24c-w6fg"),
    ("jupyter-server", "2.20.0", "CVE-2026-44727", f"{GITHUB}/uber/ADR/pull/24"),
    ("jupyter-server", "2.18.0", "CVE-2026-40934", "https://aithreatalert.com/cve/CVE-2026-40934"),
    ("jupyter-server", "2.18.0", "CVE-2026-35397", f"{GITHUB}/cuthbertLab/music21/pull/1885"),
    ("jupyter-server", "2.11.2", "CVE-2023-49080", f"{GITHUB}/Programmer-RD-AI/object-detection-framework/pull/517"),
    ("nbconvert", "7.17.1", "CVE-2026-39378", "https://osv.dev/vulnerability/PYSEC-2026-2230"),
    ("jupyterlab", "4.6.2", "GHSA-whvh-wf3x-g77j", "https://osv.dev/vulnerability/GHSA-whvh-wf3x-g77j"),
    ("jupyterlab", "4.5.7", "CVE-2026-42266", "https://osv.dev/vulnerability/PYSEC-2026-164"),
    ("tornado", "6.5.5", "CVE-2026-31958", "https://osv.dev/GHSA-qjxf-f2mg-c6mc"),
    ("tornado", "6.5", "CVE-2025-47287", f"{GITHUB}/google/openhtf/issues/1261"),
    ("jinja2", "3.1.6", "CVE-2025-27516", f"{GITHUB}/pallets/jinja/security/advisories/GHSA-cpwx-vrp4-4pq7"),
    ("mistune", "3.3.0", "CVE-2026-115350", "https://osv.dev/vulnerability/CVE-2026-115350"),
    ("pygments", "2.20.0", "CVE-2026-4539", f"{GITHUB}/opensearch-project/sql-cli/issues/66"),
    ("pillow", "12.3.0", "CVE-2026-59199", f"{GITHUB}/vladkesler/initrunner/releases/tag/v2026.7.5"),
    ("urllib3", "2.7.0", "GHSA-mf9v-mfxr-j63j", f"{GITHUB}/urllib3/urllib3/security/advisories/GHSA-mf9v-mfxr-j63j"),
    ("urllib3", "2.6.3", "CVE-2026-21441", "https://osv.dev/GHSA-38jv-5279-wg99"),
    ("requests", "2.32.4", "CVE-2024-47081", f"{GITHUB}/psf/requests/pull/6965"),
    ("h11", "0.16.0", "CVE-2025-43859", f"{GITHUB}/python-hyper/h11/security/advisories/GHSA-vqfr-h8mv-ghfj"),
]
"""Package, the version that has the fix, the advisory, and where it says so."""


def version(text):
    """Return the numbers of a version, to compare; what comes after them does not matter here."""
    return tuple(map(int, re.match(r"\d+(?:\.\d+)*", text)[0].split(".")))


def pins(name):
    """Return the versions of each package that a lock pins."""
    found = {}
    for package, pinned in re.findall(r"^([\w.-]+)==([^\s;]+)", (ROOT / name).read_text("utf-8"), re.MULTILINE):
        found.setdefault(package.lower().replace("_", "-"), []).append(pinned)
    return found


PINNED = [(lock, *entry[:3]) for lock in LOCKS for entry in ADVISORIES if entry[0] in pins(lock)]


@pytest.mark.parametrize(("lock", "package", "fixed", "advisory"), PINNED)
def test_what_is_pinned_has_the_fix(lock, package, fixed, advisory):
    for pinned in pins(lock)[package]:
        assert version(pinned) >= version(fixed), f"{package} {pinned}: {advisory} is fixed in {fixed}"


def test_every_package_of_the_table_is_pinned():
    assert {package for package, *_rest in ADVISORIES} <= set(pins("requirements.lock"))


def test_the_stack_that_serves_is_looked_at():
    served = {"voila", "jupyter-server", "nbconvert", "tornado", "jinja2", "mistune"}
    assert served <= {package for package, *_rest in ADVISORIES}
    assert served <= set(pins("requirements-serve.lock"))


def test_versions_are_compared_as_numbers():
    assert version("6.5.10") > version("6.5.5")
    assert version("2026.10.19.post1") == (2026, 10, 19)
