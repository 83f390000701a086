#!/usr/bin/env bash
# A sweep that is stopped and resumed with its seed tries the settings again that it has tried.
#
# Expected: with a fixed seed, five trials and five more after a restart are the ten trials of one run, or at least others
# than the first five: the study is kept in storage, and its sampler sees all finished trials.
# Seen: the sampler begins with its seed anew. As long as it draws at random (the first ten trials of the default one),
# each trial after the restart repeats one from before. Nothing warns; the budget is spent twice.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check optuna==5.0.0
cat >"$folder/sweep.py" <<'PYTHON'
import sys
from importlib.metadata import version

import optuna

optuna.logging.set_verbosity(optuna.logging.WARNING)


def objective(trial: optuna.Trial) -> float:
    return trial.suggest_float("learning_rate", 1e-5, 1e-2, log=True)


def sweep(file: str, *parts: int) -> list[float]:
    for trials in parts:
        study = optuna.create_study(
            storage=f"sqlite:///{file}", study_name="sweep", load_if_exists=True, sampler=optuna.samplers.TPESampler(seed=1)
        )
        study.optimize(objective, n_trials=trials)
    return [trial.params["learning_rate"] for trial in study.trials]


print("optuna", version("optuna"))
whole, resumed = sweep(f"{sys.argv[1]}/whole.db", 10), sweep(f"{sys.argv[1]}/resumed.db", 5, 5)
print("different settings:", len(set(whole)), "of 10 in one run;", len(set(resumed)), "of 10 with a restart after 5")
assert len(set(whole)) == 10
assert len(set(resumed)) == 5, "a resumed study no longer repeats its settings"
PYTHON
"$folder/venv/bin/python" "$folder/sweep.py" "$folder"
