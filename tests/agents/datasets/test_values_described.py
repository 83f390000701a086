"""The committed data set of values, as other programs read it: Croissant, and tasks of Inspect AI."""

import json
from pathlib import Path

import pytest

from agents.datasets.move_values import split_of
from agents.datasets.values_files import read_rows
from agents.text.quiz import questions
from crusoe_env.text import TextEnv

FOLDER = Path(__file__).parents[3] / "research" / "values"


def test_the_quiz_of_the_package_is_its_test():
    assert list(questions()) == list(questions(FOLDER))


@pytest.mark.parametrize("game", ["marooned", "dieson", "robinson"])
def test_positions_are_those_of_the_present_rules(game):
    for folder, split in (("data", "train"), ("data", "validation"), ("answers", "test")):
        rows = read_rows(FOLDER / folder / game / f"{split}.jsonl.gz")
        assert all(split_of(row["seed"]) == split for row in rows)
        for row in rows[:: len(rows) // 3]:
            env = TextEnv(row["game"], **json.loads(row["options"]))
            env.reset_to(row["seed"], row["actions"])
            assert env.env.legal_actions() == row["legal"]
            assert len(row["moves"]) == len(row["legal"])


def test_mlcroissant_reads_all_rows():
    mlcroissant = pytest.importorskip("mlcroissant")
    described = mlcroissant.Dataset(jsonld=str(FOLDER / "croissant.json"))
    assert len(described.metadata.record_sets) == 9
    for records in described.metadata.record_sets:
        assert len(list(described.records(records.uuid))) > 0


def test_inspect_reads_the_tasks():
    hf = pytest.importorskip("inspect_ai._eval.task.hf")
    tasks = hf._load_eval_yaml(FOLDER / "eval.yaml")["tasks"]
    assert {task["id"] for task in tasks} == {"marooned", "dieson", "robinson"}
    for task in map(hf.HFTask.model_validate, tasks):
        for row in read_rows(FOLDER / "answers" / task.id / f"{task.split}.jsonl.gz")[:20]:
            sample = hf._record_to_sample_hf(row, task.field_spec)
            assert sample.choices == row["moves"]
            assert ord(sample.target) - ord("A") == row["best"]
