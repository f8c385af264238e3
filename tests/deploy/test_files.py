"""What `deploy/` says of the book is true: files and options it names are there, its service is one that systemd takes.

No container is built here; what its file takes from the repository and runs is checked by itself.
"""

import json
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from jupyter_server.base.websocket import WS_PING_INTERVAL

from rulebook_widgets.hub import TOLD, NoHub, address
from rulebook_widgets.kernels import WARM_SECONDS
from rulebook_widgets.server import serve

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
SERVICE = (DEPLOY / "rulebook.service").read_text("utf-8")
CONTAINER = (DEPLOY / "Containerfile").read_text("utf-8").replace("\\\n", " ")
NGINX = (DEPLOY / "nginx.conf").read_text("utf-8")
README = (DEPLOY / "README.md").read_text("utf-8")
HOME = "/opt/rulebook/"


def instructions(name):
    """Return what follows each instruction `name` of the container file."""
    return re.findall(rf"^{name} (.+)$", CONTAINER, re.MULTILINE)


def commands():
    """Return the words of every command by which a file of `deploy/` serves the book, by file."""
    found = {
        "rulebook.service": [shlex.split(line) for line in re.findall(r"^ExecStart=(.+)$", SERVICE, re.MULTILINE)],
        "Containerfile": [json.loads(line) for line in instructions("CMD")],
        "nginx.conf": [shlex.split(line) for line in re.findall(r"rulebook serve.*", NGINX)],
        "README.md": [shlex.split(line) for line in re.findall(r"(?m)^ *(rulebook serve.*)", README)],
    }
    return [(name, words) for name, lines in found.items() for words in lines]


@pytest.fixture(scope="module")
def options():
    """Every option of `rulebook serve`."""
    with pytest.MonkeyPatch.context() as patch:
        said = []
        patch.setattr("argparse.ArgumentParser.print_help", lambda parser, *_: said.append(parser.format_help()))
        with pytest.raises(SystemExit):
            serve(["--help"])
    return set(re.findall(r"--[a-z-]+", said[0]))


@pytest.mark.parametrize(("name", "words"), commands())
def test_the_book_is_served_with_options_that_there_are(name, words, options):
    used = {word for word in words if word.startswith("--")}
    assert words[0].rpartition("/")[2] == "rulebook"
    assert words[1] == "serve"
    assert used
    assert used <= options


def test_every_way_to_serve_is_looked_at():
    assert {name for name, _words in commands()} == {"rulebook.service", "Containerfile", "nginx.conf", "README.md"}


def test_the_service_names_files_of_the_repository():
    named = {word.rstrip(",.)") for word in re.findall(rf"{HOME}(\S+)", SERVICE)}
    assert {"requirements-serve.lock", "book", "deploy/README.md", "deploy/rulebook.service"} <= named
    assert [name for name in named if not name.startswith(".venv") and not (ROOT / name).exists()] == []


def test_the_service_and_nginx_agree():
    (path,) = re.findall(r"--base-url (\S+)", SERVICE)
    (port,) = re.findall(r"--port (\d+)", SERVICE)
    assert f"location {path} {{" in NGINX
    assert re.findall(r"server (127\S+);", NGINX) == [f"127.0.0.1:{port}"]


@pytest.mark.deploy
def test_systemd_takes_the_service(tmp_path):
    if not shutil.which("systemd-analyze"):
        pytest.fail("no systemd-analyze: install systemd, or leave these tests out: make test DEPLOY=no")
    # Its program is where the service will have it, which is not here.
    unit = tmp_path / "rulebook.service"
    unit.write_text(re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", SERVICE, flags=re.MULTILINE), "utf-8")
    said = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert [line for line in said.stderr.splitlines() if "rulebook.service" in line] == []


def test_the_container_takes_files_that_there_are():
    copied = [words.split() for words in instructions("COPY") if not words.startswith("--from")]
    assert copied
    let_in = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    for *sources, _target in copied:
        for source in sources:
            assert (ROOT / source).exists(), source
            assert f"!{source.removeprefix('./')}" in let_in, source


def test_the_container_installs_by_hash_and_runs_without_rights():
    installs = [line for line in instructions("RUN") if "pip install" in line]
    assert installs
    assert all("--require-hashes" in line or "--no-deps" in line for line in installs)
    users = instructions("USER")
    assert users
    assert users[-1] not in ("root", "0")
    assert CONTAINER.index("\nUSER ") < CONTAINER.index("\nCMD ")


def test_the_health_check_asks_for_a_page_of_the_book():
    (check,) = instructions("HEALTHCHECK")
    asked = dict(re.findall(r"(RULEBOOK_\w+)=http://127\.0\.0\.1(\S+)", CONTAINER))
    (name,) = re.findall(r"environ\['(\w+)'\]", check)
    (port,) = instructions("EXPOSE")
    front = f":{port}/voila/render/"
    assert asked[name].startswith(front)
    assert (ROOT / "book" / asked[name].removeprefix(front)).is_file()


def test_the_lock_for_serving_is_a_part_of_the_whole_one():
    def pins(name):
        return dict(re.findall(r"^([\w.-]+)==([^\s;]+)", (ROOT / name).read_text("utf-8"), re.MULTILINE))

    whole, served = pins("requirements.lock"), pins("requirements-serve.lock")
    assert served.items() <= whole.items()
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    wanted = {
        re.match(r"[\w.-]+", one)[0].replace("_", "-") for name in ("book", "hub", "build") for one in extras[name]
    }
    assert wanted <= {name.replace("_", "-") for name in served}
    assert "pytest" not in served


# What nginx waits for


def seconds(directive):
    return int(re.search(rf"^\s*{directive} (\d+)s;", NGINX, re.MULTILINE)[1])


@pytest.mark.parametrize("directive", ["proxy_read_timeout", "proxy_send_timeout"])
def test_a_line_outlasts_two_lost_pings_and_the_longest_warming(directive):
    assert seconds(directive) > 3 * WS_PING_INTERVAL / 1000
    assert seconds(directive) > WARM_SECONDS


# A server that a hub spawns


def test_a_hub_says_where_to_listen():
    told = dict.fromkeys(TOLD, "x") | {
        "JUPYTERHUB_SERVICE_URL": "http://127.0.0.1:40123/user/ada%40school/",
        "JUPYTERHUB_SERVICE_PREFIX": "/user/ada%40school/",
    }
    assert address(told) == ("127.0.0.1", 40123, "/user/ada%40school/")
    with pytest.raises(NoHub, match="internal_ssl"):
        address(told | {"JUPYTERHUB_SERVICE_URL": "https://127.0.0.1:40123/user/ada/"})


@pytest.mark.parametrize("name", TOLD)
def test_without_a_hub_there_is_no_server_of_one(name, monkeypatch, capsys):
    for each in TOLD:
        monkeypatch.setenv(each, "x")
    monkeypatch.delenv(name)
    assert serve(["--hub", "--book", str(ROOT / "book")]) == 2
    assert f"--hub: a JupyterHub sets {name} for the servers that it spawns" in capsys.readouterr().err
