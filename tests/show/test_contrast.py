"""Words on boards stand out from what lies below them: 4.5 to 1, in light and dark, measured in Chromium."""

import random

import gymnasium
import pytest

from crusoe_env import GAMES
from crusoe_env.play.web.page_model import page_picture
from crusoe_env.show.drawing import palette
from tests.browser import chromium, needs_chromium

BOARDS = [
    ("marooned", {}, 12),
    ("dieson", {"quest": 1}, 25),
    ("dieson", {"quest": 7}, 25),
    ("robinson", {"scenario": "castaways", "players": 2}, 60),
    ("robinson", {"scenario": "cannibal_island", "players": 4}, 60),
    ("robinson", {"scenario": "cursed_island", "players": 1}, 25),
]
"""Games, and the random moves after which they are looked at a second time."""
LEAST = 4.5
CONTRASTS = """() => {
  const numbers = words => {
    const found = words.match(/[\\d.]+/g)?.map(Number);
    return found && [...found.slice(0, 3), found[3] ?? 1];
  };
  const seen = each => each ? Number(getComputedStyle(each).opacity) * seen(each.parentElement) : 1;
  const over = (above, below, alpha) => above.map((x, i) => alpha * x + (1 - alpha) * below[i]);
  const linear = x => x <= .04045 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => .2126 * linear(r / 255) + .7152 * linear(g / 255) + .0722 * linear(b / 255);
  const ratio = (a, b) => {
    const [low, high] = [light(a), light(b)].sort((p, q) => p - q);
    return (high + .05) / (low + .05);
  };
  const order = new Map([...document.querySelectorAll("svg *")].map((each, i) => [each, i]));
  const found = [];
  for (const text of document.querySelectorAll("svg text")) {
    const style = getComputedStyle(text), box = text.getBoundingClientRect(), fill = numbers(style.fill);
    if (!text.textContent.trim() || !fill || !box.width) continue;
    const grounds = [];
    for (const each of document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2)) {
      const drawn = order.has(each);
      if (each.matches("text, tspan") || drawn && order.get(each) > order.get(text)) continue;
      const own = getComputedStyle(each), paint = drawn ? own.fill : own.backgroundColor;
      const colour = numbers(paint);
      if (!colour || paint.startsWith("url")) continue;
      grounds.push([colour.slice(0, 3), colour[3] * (drawn ? Number(own.fillOpacity) : 1) * seen(each)]);
    }
    let ground = [255, 255, 255];
    for (const [colour, alpha] of grounds.toReversed()) ground = over(colour, ground, alpha);
    const rim = style.stroke !== "none" && parseFloat(style.strokeWidth) >= 1 && numbers(style.stroke);
    if (rim) ground = over(rim.slice(0, 3), ground, rim[3] * seen(text));
    const shown = over(fill.slice(0, 3), ground, fill[3] * Number(style.fillOpacity) * seen(text));
    found.push([ratio(shown, ground), text.textContent]);
  }
  return found;
}"""
"""The contrast of each text, as it is blended, with what was drawn below its middle or its own rim."""


@needs_chromium
@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_on_boards_stand_out(theme):
    with chromium() as browser:
        page, measured = browser.new_page(viewport={"width": 1300, "height": 1200}), 0
        for name, options, moves in BOARDS:
            env, rng = gymnasium.make(GAMES[name], **options).unwrapped, random.Random(1)
            env.reset(seed=1)
            for count in (0, moves):
                for _ in range(count):
                    if legal := env.legal_actions():
                        env.step(rng.choice(legal))
                for picture in (page_picture(env, theme), env.picture(theme, layout="compact")):
                    style = f"margin: 0; background: {palette(theme).page}"
                    page.set_content(f'<body style="{style}">{picture}')
                    found = page.evaluate(CONTRASTS)
                    measured += len(found)
                    assert [each for each in found if each[0] < LEAST] == []
    assert measured > 1_000
