"""Operations: wounds and determination, stores and levels, fights, tokens, tiles, the camp."""

from __future__ import annotations

from functools import partial

from crusoe_env.robinson.card_language import declaration as d
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import Question
from crusoe_env.robinson.card_language.operations.declare import (
    LEVELS,
    RESOURCES,
    declare,
)
from crusoe_env.robinson.state import (
    BRANCH,
    CHOOSE_PERSON,
    CHOOSE_PLACE,
    CHOOSE_SOURCE,
    CHOOSE_SPACE,
    CHOOSE_TOKEN,
)

# ---------------------------------------------- wounds and determination
life = partial(declare, d.LIFE)
WOUND = life("wound who number", "That many wounds.", depends=v.LIFE_ASPECT, phrase="{0}{1} wound")
HEAL = life(
    "heal who number",
    "That many wounds healed.",
    affects=v.LIFE_ASPECT,
    phrase="{0}heal {1}",
    asks=(Question(CHOOSE_PERSON, "Healing", "Who is healed?"),),
)
SPECIAL_WOUND = life(
    "special_wound who part",
    "The token of this card's deck (`where`) on that part of the body.",
    of_deck=True,
    phrase="{0}special wound: {1}",
)
REMOVE_SPECIAL_WOUND = life(
    "remove_special_wound part",
    "That token is taken off; nothing if nobody has it.",
    of_deck=True,
    phrase="no special wound: {0}",
)
SHARE_NIGHT_WOUNDS = life(
    "share_night_wounds who number",
    "That many markers are shared by the players, or by whom they choose, Friday too; this night each takes "
    "a wound per marker, then they go.",
    phrase="{1} wounds tonight, shared",
    asks=(Question(CHOOSE_PERSON, "People", "Who takes the next wound tonight?"),),
)
BEAR_NIGHT_WOUNDS = life(
    "bear_night_wounds who number",
    "All those markers go, and he alone has that many.",
    phrase="{0}{1} wounds tonight, alone",
)
DETERMINATION = life(
    "determination who number",
    "That many tokens from the supply.",
    affects=v.DETERMINATION_ASPECT,
    phrase="{0}+{1} determination",
)
LOSE_DETERMINATION = life(
    "lose_determination who number",
    "That many tokens are given up; each wounds himself for what he lacks.",
    demand=True,
    depends=v.DETERMINATION_ASPECT,
    phrase="{0}−{1} determination",
)
SHARE_DETERMINATION = life(
    "share_determination number",
    "That many tokens.",
    affects=v.DETERMINATION_ASPECT,
    phrase="+{0} determination, shared",
    asks=(Question(CHOOSE_PERSON, "People", "Who gets the next token?"),),
)

# ---------------------------------------------- resources and levels; fights by strength
store = partial(declare, d.STORES)
GAIN = store(
    "gain resource number",
    "To future resources in the action phase, else to available resources.",
    affects=RESOURCES,
    phrase="+{1} {0}",
)
DISCARD = store(
    "discard resource number",
    "Available resources go; food that rots before durable food.",
    demand=True,
    depends=RESOURCES,
    phrase="−{1} {0}",
)
RAISE = store(
    "raise level number",
    "Roof and palisade only with a shelter, built or natural; morale to its top; shelter: it is built.",
    affects={**LEVELS, v.MORALE: v.MORALE_ASPECT},
    phrase="{0} +{1}",
)
LOWER = store(
    "lower level number",
    "Morale down to its bottom, never a demand; the others down to 0; shelter: a built one is lost, and roof "
    "and palisade with it if there is no natural one.",
    demand=True,
    no_demand_of=(v.MORALE,),
    depends=LEVELS,
    phrase="{0} −{1}",
)
HALVE = store(
    "halve level",
    "Lower by half the level, rounded down, which of 1 is nothing; at level 0 the demand is not met.",
    demand=True,
    depends_as_demand=LEVELS,
    phrase="half of {0} lost",
)
REGAIN = store(
    "regain level number",
    "Raise it, but only if this card's event lowered it; in the current edition with a built shelter.",
    phrase="{0} +{1} if lost",
)
FIGHT = store(
    "fight who number",
    "A beast of that strength: one wound for each missing weapon level.",
    phrase="{0}fight strength {1}",
)
FIGHT_BY = store(
    "fight_by who number step measure",
    "A fight of strength number + step x measure, at least 0.",
    phrase="{0}fight strength {1} {2} x {3}",
)

# ---------------------------------------------- beast cards
beast = partial(declare, d.BEASTS)
HUNT_BEAST = beast(
    "hunt_beast who", "He fights the top beast of the hunting deck as in hunting.", depends=v.BEASTS_ASPECT
)
FIGHT_BEAST = beast(
    "fight_beast who beast_from",
    "That card with all its values, then it is discarded; its demands wound who fights. No card: nothing.",
    depends=v.BEASTS_ASPECT,
    phrase="{0}fight: {1}",
)
MOVE_BEAST = beast(
    "move_beast beast_from beast_to",
    "The top card of one place goes to another. No card: nothing.",
    depends=v.BEASTS_ASPECT,
    affects=v.BEASTS_ASPECT,
)
STRONGEST_BEAST = beast(
    "strongest_beast number",
    "Draw that many from the beast deck, the strongest (of equals the first) on top of the hunting deck, the "
    "others are shuffled back.",
    depends=v.BEASTS_ASPECT,
)

# ---------------------------------------------- tokens, sources, tiles, the camp
board = partial(declare, d.BOARD)
PLACE = board(
    "place token place",
    "One token of each kind at a place, a second is left out without wounds. The card remembers the tile.",
    phrase="{0} token on {1}",
    asks=(Question(CHOOSE_SPACE, "A token", "On which tile?"),),
)
REMOVE = board(
    "remove token place",
    "Take it away; nothing if there is none. any_tile: wherever it lies; character: whoever has it.",
    phrase="{0} token off {1}",
)
REMOVE_ANY_TOKEN = board(
    "remove_any_token number",
    "Take that many tokens off the board.",
    affects=v.TOKENS_ASPECT,
    phrase="{0} token off the board",
    asks=(
        Question(CHOOSE_PLACE, "Tokens", "Take a token off the board: from which place?"),
        Question(CHOOSE_TOKEN, "Tokens", "Take a token off the board: which one?"),
    ),
)
COVER = board(
    "cover source number place",
    "A marker on that many sources; `all`: every one on one tile. The card remembers them.",
    demand=True,
    phrase="{0} source used up ({2})",
    asks=(Question(CHOOSE_SOURCE, "A source is used up", "Which one?"),),
)
COVER_TERRAIN = board(
    "cover_terrain terrain place",
    "That tile's terrain counts as unexplored. The card remembers it.",
    demand=True,
    phrase="terrain lost: {0} ({1})",
    asks=(Question(CHOOSE_SPACE, "A terrain is lost", "Which one counts as unexplored?"),),
)
FLIP_TILE = board(
    "flip_tile place",
    "It becomes inaccessible and loses what lies on it. The card remembers it.",
    demand=True,
    phrase="tile lost: {0}",
    asks=(Question(CHOOSE_SPACE, "A tile is lost", "Which one cannot be entered any more?"),),
)
UNCOVER = board(
    "uncover number",
    "That many black markers leave the island, as far as there are any.",
    affects=v.TOKENS_ASPECT,
    phrase="{0} black marker off the island",
    asks=(
        Question(CHOOSE_SPACE, "Black markers", "From which space?"),
        Question(BRANCH, "Black markers", "Which one?", ("wood", "food", "terrain", "totem")),
    ),
)
UNDO = board(
    "undo",
    "Sources, terrain or tile that this card's event covered or turned are uncovered again.",
    phrase="undo its event",
)
MOVE_CAMP = board(
    "move_camp",
    "To an adjacent tile, with the usual losses. The card remembers the levels lowered.",
    demand=True,
    asks=(Question(CHOOSE_SPACE, "The camp must move", "To which tile?"),),
)
