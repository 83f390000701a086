"""One version stands everywhere."""

import tomllib

import pytest
import yaml

import crusoe_env
from tests.support import ROOT


@pytest.mark.parametrize("folder", [".", "zoo", "zoo/partners"])
def test_distributions_have_one_version(folder):
    project = tomllib.loads((ROOT / folder / "pyproject.toml").read_text())["project"]
    assert project["version"] == crusoe_env.__version__


@pytest.mark.parametrize("folder", ["zoo", "zoo/partners"])
def test_distributions_carry_the_licence(folder):
    assert (ROOT / folder / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()


def test_citations_and_changelog_name_it():
    assert yaml.safe_load((ROOT / "CITATION.cff").read_text())["version"] == crusoe_env.__version__
    assert f"version = {{{crusoe_env.__version__}}}" in (ROOT / "docs" / "citing.md").read_text()
    assert f"## [{crusoe_env.__version__}]" in (ROOT / "CHANGELOG.md").read_text()
