"""Pictures of moments of the games in `transcripts/`: those of the documentation, and digests of many.

`python -m tests.golden.pictures [name ...]` draws the files in docs/images anew, all or those named, and
notes in `drawn.json` what they were drawn from, so that a test finds stale ones. With `--film` it draws the
moving picture of the README. With `--digests` it writes `pictures.json`, which says how every game looks at
some moments.
"""

from __future__ import annotations

import hashlib
import io
import itertools
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import gymnasium

import crusoe_env
from crusoe_env.show.pixels import rasterise
from tests.golden.boards import labelled
from tests.golden.transcripts import CASES, decisions_in, next_action, read, recorded, transcript
from tests.support import ROOT, new_env

if TYPE_CHECKING:
    from PIL.Image import Image

DIGESTS = Path(__file__).with_name("pictures.json")
DRAWN = Path(__file__).with_name("drawn.json")
PICTURES = 12
"""Pictures of each game whose digests are kept, from its beginning to its end."""
FILM_SEED = 2
FILM_SIZE = (900, 670)
IMAGES = ROOT / "docs" / "images"
PLAY = {"play": "light", "play_dark": "dark"}
"""Pictures of the page on which a game is played, and their themes."""
PLAY_MOVES = 6
"""Moves of the first game of Robinson Crusoe that have been made there."""
PLAY_PAGE = ROOT / "crusoe_env" / "play" / "web"


class Moment(NamedTuple):
    """A game on file, which share of its decisions has been taken, and how the board looks.

    Attributes:
        case, share: the game and the share.
        theme: `light` or `dark`.
        labelled: whether letters say what the parts of the board are.
    """

    case: str
    share: float
    theme: str = "light"
    labelled: bool = False


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
LABELLED = {
    "marooned": Moment("marooned_seed_3", 0.96),
    "dieson": MOMENTS["dieson"],
    "robinson": MOMENTS["robinson"],
}
MOMENTS |= {
    f"labelled/{name}{'_dark' * (theme == 'dark')}": moment._replace(theme=theme, labelled=True)
    for name, moment in LABELLED.items()
    for theme in ("light", "dark")
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


def picture_of(env: Any, moment: Moment) -> str:
    """What the documentation shows of a moment."""
    board = env.picture(moment.theme)
    return labelled(env.game.name, board, moment.theme) if moment.labelled else board


def digest_of(*texts: str) -> str:
    """A short digest."""
    return hashlib.blake2b("".join(texts).encode(), digest_size=6).hexdigest()


class Looks(NamedTuple):
    """Digests of a game's pictures, light and dark in turn, and of those in the documentation by name."""

    game: list[str]
    shown: dict[str, str]


def read_and_looked_at(name: str) -> tuple[list[str], Looks]:
    """Lines of a game in `transcripts/` as it is played now, and how it looks."""
    decisions, number, found = decisions_in(recorded(name)), itertools.count(), Looks([], {})
    moments = {round(part * len(decisions) / (PICTURES - 1)) for part in range(PICTURES)}

    def look(env: Any) -> None:
        played = next(number)
        if played in moments:
            found.game.append(digest_of(env.picture("dark" if len(found.game) % 2 else "light")))
        for shown, moment in MOMENTS.items():
            if moment.case == name and played == round(moment.share * len(decisions)):
                found.shown[shown] = digest_of(picture_of(env, moment))

    return transcript(CASES[name], decisions, lambda env: None, look), found


def digest_of_play() -> str:
    """What the pictures of the page of play are drawn from."""
    return digest_of(*(path.read_text(encoding="utf-8") for path in sorted(PLAY_PAGE.glob("page.*"))))


def played_in_the_browser(theme: str) -> Image:
    """A picture of the page on which a game is played, in the middle of a first game. Needs Chromium."""
    from PIL import Image

    from crusoe_env.play.first_game import first_game
    from tests.browser import Page, chromium
    from tests.play.web import serving

    first = first_game(crusoe_env.game("robinson"))
    options = [word for name, it in first.options.items() for word in (f"--{name}", str(it))]
    server = serving("robinson", *options, seed=first.seed)
    for name in first.moves[:PLAY_MOVES]:
        server.model.session.move(server.model.session.env.game.actions.names.index(name))
    with chromium() as browser:
        shown = Page(browser, server, viewport={"width": 1280, "height": 900}, color_scheme=theme)
        shown.page.wait_for_selector('[data-busy="false"] #moves .move')
        image = Image.open(io.BytesIO(shown.page.screenshot()))
        shown.close()
    server.shutdown()
    server.server_close()
    return image


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
        DIGESTS.write_text(json.dumps({it: read_and_looked_at(it)[1].game for it in CASES}, indent=1) + "\n")
        return
    if not set(names) <= {*MOMENTS, *PLAY}:
        sys.exit(f"{__doc__}\nNames: {', '.join([*MOMENTS, *PLAY])}")
    drawn = json.loads(DRAWN.read_text()) if DRAWN.exists() else {}
    for name in names or [*MOMENTS, *PLAY]:
        if name in PLAY:
            image, drawn[name] = played_in_the_browser(PLAY[name]), digest_of_play()
        else:
            picture = picture_of(played_to(MOMENTS[name]), MOMENTS[name])
            image, drawn[name] = Image.fromarray(rasterise(picture)), digest_of(picture)
        path = IMAGES / f"{name}.webp"
        path.parent.mkdir(exist_ok=True)
        few_colours = image.convert("RGB").quantize(255, dither=Image.Dither.NONE).convert("RGB")
        few_colours.save(path, lossless=True, quality=100, method=6)
        print(f"{path.name}: {path.stat().st_size:,} bytes")
    DRAWN.write_text(json.dumps(drawn, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
