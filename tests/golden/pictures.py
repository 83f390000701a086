"""Pictures of moments of the games in `transcripts/`: those of the documentation, and digests of many.

`python -m tests.golden.pictures [name ...]` draws the files in docs/images anew, all or those named; with
`--film` the moving picture of the README. With `--digests` it writes `pictures.json`, which says how every
game looks at some moments.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium

import crusoe_env
from crusoe_env.show.pixels import rasterise
from tests.golden.transcripts import CASES, decisions_in, next_action, read, recorded, transcript
from tests.support import new_env

DIGESTS = Path(__file__).with_name("pictures.json")
PICTURES = 12
"""Pictures of each game whose digests are kept, from its beginning to its end."""
FILM_SEED = 2
FILM_SIZE = (900, 670)
IMAGES = Path(__file__).parents[2] / "docs" / "images"


class Moment(NamedTuple):
    """A game on file, and which share of its decisions has been taken."""

    case: str
    share: float


MOMENTS = {
    "marooned": Moment("marooned_seed_3", 1.0),
    "dieson": Moment("dieson_quest_1", 0.5),
    "robinson": Moment("robinson_4_players_first_edition", 0.976),
    "scenarios/cannibal_island": Moment("robinson_cannibal_island_won", 0.5),
    "scenarios/cursed_island": Moment("robinson_cursed_island_won", 0.5),
    "scenarios/family_robinson": Moment("robinson_family_robinson_won", 0.5),
    "scenarios/jenny": Moment("robinson_jenny_won", 0.5),
    "scenarios/king_kong_island": Moment("robinson_king_kong_island_won", 0.88),
    "scenarios/naturalist": Moment("robinson_naturalist_won", 0.5),
    "scenarios/volcano_island": Moment("robinson_volcano_island_won", 0.75),
}


def played_to(moment: Moment) -> Any:
    """The environment of a game at a moment."""
    case = CASES[moment.case]
    env = new_env(case.game, **case.settings)
    env.reset(seed=case.seed)
    decisions = decisions_in(recorded(moment.case))
    for _ in range(round(moment.share * len(decisions))):
        if not env.legal_actions():
            break
        env.step(next_action(env, read(env.text()).asked, decisions))
    return env


def read_and_looked_at(name: str) -> tuple[list[str], list[str]]:
    """Lines of a game in `transcripts/` as it is played now; digests of pictures, light and dark in turn."""
    decisions, number, found = decisions_in(recorded(name)), itertools.count(), []
    moments = {round(part * len(decisions) / (PICTURES - 1)) for part in range(PICTURES)}

    def look(env: Any) -> None:
        if next(number) in moments:
            drawn = env.picture("dark" if len(found) % 2 else "light")
            found.append(hashlib.blake2b(drawn.encode(), digest_size=6).hexdigest())

    return transcript(CASES[name], decisions, lambda env: None, look), found


def film() -> None:
    """Draw a game of Marooned! that a trained policy wins."""
    from crusoe_agents.registry import make_agent
    from PIL import Image

    game = crusoe_env.game("marooned")
    agent = make_agent("zoo:marooned", crusoe_env.Simulator(game))
    replay = crusoe_env.record(gymnasium.make(game.env_id, disable_env_checker=True), agent, FILM_SEED)
    images = [Image.fromarray(rasterise(frame.light)) for frame in replay.frames]
    first, *others = [image.resize(FILM_SIZE, Image.Resampling.LANCZOS) for image in images]
    shown = [800] * len(others) + [4_000]  # milliseconds
    path = IMAGES / "marooned_film.webp"
    first.save(path, save_all=True, append_images=others, duration=shown, loop=0, quality=45, method=6)
    print(f"{path.name}: {path.stat().st_size:,} bytes")


def main(names: list[str]) -> None:
    """Draw the pictures with these names, or all."""
    from PIL import Image

    if names == ["--film"]:
        return film()
    if names == ["--digests"]:
        DIGESTS.write_text(json.dumps({name: read_and_looked_at(name)[1] for name in CASES}, indent=1) + "\n")
        return
    if not set(names) <= set(MOMENTS):
        sys.exit(f"{__doc__}\nNames: {', '.join(MOMENTS)}")
    for name in names or MOMENTS:
        path = IMAGES / f"{name}.webp"
        image = Image.fromarray(rasterise(played_to(MOMENTS[name]).picture()))
        few_colours = image.quantize(255, dither=Image.Dither.NONE).convert("RGB")
        few_colours.save(path, lossless=True, quality=100, method=6)
        print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
