"""The kinds of files that users hand in: sound ones, how they are damaged, how they are read and played."""

from __future__ import annotations

import json
import tomllib
from operator import attrgetter
from pathlib import Path

import yaml

from tests.fuzz.caches import PLAYING, check_cache, games_of_sound_cache
from tests.fuzz.playing import damage_bytes, files, nothing, text_damage
from tests.fuzz.policies import check_card, check_policy, damage_policy
from tests.fuzz.positions import (
    check_save,
    check_snapshot,
    damage_save,
    damage_snapshot,
    env_of,
    saves,
    snapshots,
)
from tests.fuzz.records import (
    check_data_set,
    check_entry,
    check_study,
    check_transcript,
    damage_data_set,
    damage_lines,
    data_sets,
    entries,
    studies,
    transcripts,
)
from tests.fuzz.runs import Kind
from tests.fuzz.texts import (
    check_challenge,
    check_config,
    check_facts,
    check_scenario,
    check_suite,
    damage_facts,
    facts_files,
    quick_configs,
)


def folder_of(file: Path) -> str:
    """Of several files that belong together an error may name another one."""
    return str(file.parent)


KINDS = {
    "scenario": Kind(
        files("crusoe_env/robinson/data/scenarios", "*.toml"),
        text_damage(tomllib.loads, "toml"),
        check_scenario,
    ),
    "facts": Kind(facts_files, damage_facts, check_facts),
    "configuration": Kind(
        quick_configs, text_damage(yaml.safe_load, "yaml"), check_config, named=nothing, seconds=60
    ),
    "suite": Kind(
        files("configs/suites", "*.yaml"),
        text_damage(yaml.safe_load, "yaml"),
        check_suite,
        named=nothing,
        seconds=60,
    ),
    "challenge": Kind(
        files("configs/challenges", "*.yaml"),
        text_damage(yaml.safe_load, "yaml"),
        check_challenge,
        named=nothing,
        seconds=60,
    ),
    "policy": Kind(files("zoo", "[dm]*.safetensors"), damage_policy, check_policy),
    "card": Kind(
        files("zoo", "[dm]*.json"), text_damage(json.loads, "json"), check_card, named=attrgetter("stem")
    ),
    "snapshot": Kind(
        snapshots,
        lambda name, content, rng: damage_snapshot(env_of(name.partition("-")[0]), content, rng),
        check_snapshot,
        named=nothing,
    ),
    "save": Kind(saves, damage_save, check_save),
    "entry": Kind(entries, text_damage(json.loads, "json"), check_entry, named=nothing, seconds=60),
    "transcript": Kind(transcripts, damage_lines, check_transcript, named=nothing),
    "study": Kind(studies, damage_lines, check_study, named=nothing),
    "data set": Kind(data_sets, damage_data_set, check_data_set, named=folder_of),
    "cache": Kind(
        lambda: games_of_sound_cache()[1],
        damage_bytes,
        check_cache,
        named=nothing,
        seconds=2 * PLAYING,
        sound=1,
    ),
}
