"""Two programs that write to one place: the second is told so in one line, and nothing is mixed."""

import threading

import pytest

pytest.importorskip("pydantic")
pytest.importorskip("torch")

from agents.commands import dataset, evaluate, train
from crusoe_env.support.locks import only_writer_in


@pytest.fixture
def another_program():
    """A folder in which another program writes; here a thread stands for it."""
    ended = threading.Event()
    threads = []

    def write(folder):
        begun = threading.Event()

        def hold():
            with only_writer_in(folder):
                begun.set()
                ended.wait(60)

        threads.append(threading.Thread(target=hold))
        threads[-1].start()
        assert begun.wait(60)

    yield write
    ended.set()
    for thread in threads:
        thread.join()


@pytest.mark.parametrize("trainer", ["fast", "sb3"])
def test_a_second_training_in_a_run_folder_is_refused(trainer, another_program, tmp_path, capsys):
    another_program(tmp_path)
    given = ["--trainer", trainer, "--run-dir", str(tmp_path), "--total-steps", "64", "--num-envs", "8"]
    for more in ([], ["--overwrite"]):
        assert train.main([*given, *more]) == 2
        said = (
            f"{tmp_path}: another process writes there; wait until it has ended, or choose another --run-dir"
        )
        assert capsys.readouterr().err.splitlines() == [f"crusoe train: {said}"]
    assert [file.name for file in tmp_path.iterdir()] == [".lock"]


def test_a_second_writer_of_a_data_set_is_refused(another_program, tmp_path, capsys):
    another_program(tmp_path / "marooned-random")
    given = ["marooned", "--agent", "random", "--games", "2", "--out", str(tmp_path)]
    assert dataset.main(given) == 2
    assert "marooned-random: another process writes there; choose another --out" in capsys.readouterr().err
    assert [file.name for file in (tmp_path / "marooned-random").iterdir()] == [".lock"]


def test_evaluations_of_different_agents_share_a_folder(another_program, tmp_path):
    another_program(tmp_path)  # locks are those of single results
    given = ["--agents", "random", "--games", "2", "--out", str(tmp_path)]
    assert evaluate.main(given) == 0
    assert len(list(tmp_path.glob("*.json"))) == 1
