"""Each page of results has a figure in the built site, drawn from the data of its tables."""

from __future__ import annotations

import re

import pytest

from crusoe_env.bench.results import numbers_in
from research import figures, tasks
from research.data import ROOT, result


@pytest.mark.parametrize("page", figures.FIGURES)
def test_a_page_includes_its_figure_where_the_repository_shows_nothing(page, tmp_path, monkeypatch):
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    assert text.count(figures.mark(page)) == 1
    assert "8<--" not in re.sub(r"(?s)<!--.*?-->", "", text).replace("`--8<--", "")
    monkeypatch.setattr(figures, "ROOT", tmp_path)
    figures.write(page)
    included = (tmp_path / "build" / "figures" / f"{page.rpartition('/')[2]}.md").read_text()
    shown = text.replace(figures.mark(page), f"<!-- figure of the site\n{included}\n-->")
    shown = re.sub(r"(?s)<!--.*?-->", "", shown)
    drawn = re.findall(r"!\[[^\]]+\]\(([^)#]+figures/[^)#]+)#only-(light|dark)\)", shown)
    assert [look for _, look in drawn] == ["light", "dark"]
    for name, look in drawn:
        svg = (tmp_path / "docs" / page).parent.joinpath(name).resolve().read_text()
        assert ("#10191f" in svg) == (look == "dark")


def dots(figure, series):
    """The x of the dots of a series."""
    (found,) = [line for line in figure.axes[0].get_lines() if line.get_label() == series]
    return list(found.get_xdata())


def test_the_figure_of_the_scoreboard_has_the_numbers_of_its_table():
    figure, found = figures.scoreboard(dark=False), list(tasks.tasks().values())
    assert dots(figure, "policy") == [float(tasks.policy(task).rate) for task in found]
    assert dots(figure, "search") == [float(tasks.search(task)[1].rate) for task in found]
    foreseen = [numbers_in(tasks.clairvoyant(task).partition(": ")[2])[0] for task in found]
    assert dots(figure, "clairvoyant") == foreseen
    labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert labels[:2] == ["Marooned!", "Dieson, quest 1"]


def test_the_figure_of_a_suite_has_a_row_for_each_scenario_and_number_of_players():
    figure = figures.FIGURES["results/suite"].draw(False)
    table = result("suite_robinson").table("victories (95 % interval),")
    first = next(row for row in table.rows if row[:2] == ("castaways", "scripted"))
    assert dots(figure, "scripted")[:4] == [numbers_in(cell)[0] for cell in first[2:]]
    assert len(figure.axes[0].get_yticklabels()) == 32
