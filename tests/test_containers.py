"""The Dockerfile gets all files of the packages; the dev container makes a target that exists."""

import json
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_image_gets_what_the_packages_are_built_from():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    build = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = {
        "pyproject.toml",
        project["project"]["readme"],
        *project["project"]["license-files"],
        *(path.split("/")[0] for path in build["only-include"]),
        build["hooks"]["custom"]["path"].split("/")[0],
        "zoo",
    }
    let_through = set(re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE))
    assert needed <= let_through
    assert all((ROOT / path).exists() for path in let_through)


def test_commands_run_without_root():
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    users = [line.split()[1] for line in lines if line.startswith("USER ")]
    assert users == ["crusoe"]
    assert lines.index("USER crusoe") < lines.index("RUN crusoe compile")


def test_the_dev_container_makes_a_target_of_the_makefile():
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text())
    target = re.search(r"make (\w+)", container["onCreateCommand"])[1]
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)
