"""A dependency points downwards only: book, widgets, engines; the engines know the standard library alone."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENGINE = sorted(ROOT.glob("src/**/*.py"))
WIDGETS = sorted(ROOT.glob("widgets/**/*.py"))
BESIDES = {
    "rulebook/spread.py": {"joblib", "distributed"},
    "rulebook/peers/openspiel.py": {"pyspiel"},
    "rulebook/peers/pettingzoo.py": {"gymnasium", "numpy", "pettingzoo"},
}
"""By module: what it may import besides the standard library."""


def imported(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module.split(".")[0]


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: path.stem)
def test_engines_import_the_standard_library_only(path):
    besides = BESIDES.get(path.relative_to(ROOT / "src").as_posix(), set())
    assert set(imported(path)) <= set(sys.stdlib_module_names) | {"rulebook"} | besides


def test_nobody_imports_the_peers():
    for path in (*ENGINE, *WIDGETS):
        assert path.parent.name == "peers" or "rulebook.peers" not in path.read_text("utf-8")


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: path.stem)
def test_engines_never_call_the_shared_random_source(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random":
            assert node.attr == "Random"


def test_one_module_alone_imports_ipycanvas():
    assert [path.name for path in WIDGETS if "ipycanvas" in imported(path)] == ["paint_canvas.py"]


def test_one_module_alone_imports_matplotlib():
    assert [path.name for path in WIDGETS if "matplotlib" in imported(path)] == ["plots.py"]


def test_sessions_and_pictures_know_nothing_of_jupyter():
    engine = "import sys, rulebook.cli; sys.exit(bool({'IPython', 'ipywidgets', 'ipycanvas'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", engine], check=False).returncode == 0
    for name in (
        "session.py",
        "tasks.py",
        "replays.py",
        "coaching.py",
        "thoughts.py",
        "claims.py",
        "experiment.py",
        "scene.py",
        "paint_svg.py",
        "pages.py",
        "references.py",
        "lookup.py",
    ):
        path = ROOT / "widgets/rulebook_widgets" / name
        assert not {"IPython", "ipywidgets", "ipycanvas", "anywidget"} & set(imported(path))
