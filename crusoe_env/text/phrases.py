"""Words by which a sentence chooses a move, or leaves in doubt which move it chooses."""

from __future__ import annotations

import re


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


OPENERS = _set(
    "and so then thus therefore hence accordingly ok okay yes sure alright right well great now finally"
    " ultimately definitely certainly clearly obviously actually just simply here please"
)
"""Words before a move that add nothing."""
FOLLOWS = _set("so thus therefore hence accordingly")
"""Words that begin the clause of a conclusion."""
NOUNS = _set("move option choice answer action number decision response selection pick")
"""What a move is called."""
VERBS = _set(
    "choose choosing chose chosen select selecting selected pick picking picked play playing take taking go"
    " going vote voting opt opting settle settling decide deciding decided commit prefer recommend suggest"
    " propose execute submit"
)
"""What one does with a move."""
CHOOSING = NOUNS | VERBS | _set("do doing")
"""Words of which one must stand before a number, if anything does."""
DECIDING = _set("i we us me will would should must")
"""Words before a verb that make a choice of it."""
DECIDING_WORDS = CHOOSING | DECIDING | _set("let lets is to time now please")
"""The same for a move in words, of which one must stand before it, if anything does."""
SEQUELS = _set("then next")
"""Words by which a later move follows."""
LEADING = (
    OPENERS
    | CHOOSING
    | _set(
        "make making i we me us my our let lets the this that is be am are it will would shall should must"
        " has to with for on in of at think believe best final next chosen preferred optimal safest strongest"
        " wisest smartest correct sensible logical turn round position situation case moment time"
    )
)
"""Words that may stand before a move in its clause."""
LEADING_WORDS = LEADING | _set("have need want wish like going plan intend ought")
"""The same for a move in words: before a number these would tell a quantity."""
TRAILING = _set(
    "now please here in this turn round time today immediately it is my our the best final safest strongest"
    " wisest smartest right correct optimal chosen preferred choice move answer option decision action pick"
    " thanks"
)
"""Words that may stand behind a move in its clause."""
REASONS = _set("because since as to for so due given order which that")
"""Words that begin a reason behind a move."""
EXCUSING = _set("because since as")
"""Reasons in which something bad may be said, for it is said of something else."""
SUBJECTS = _set("i we it this that the my our me us")
INVERTED = _set("is are am do does should would will shall must have has did was were")
"""Words that begin a question if a subject follows."""
NUMBER_WORDS = dict(
    zip(
        (
            *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
            *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
            *("nineteen", "twenty"),
        ),
        range(21),
        strict=True,
    )
)

DOUBT = re.compile(
    r"""
    no|nope|nah|not|non|none|never|neither|nor|nothing|nobody|nowhere|without|\w+n't|cannot|hardly|barely|scarcely
    |(?:do|does|did|is|are|was|were|wo|ca|could|would|should|must|need|have|has|had)nt|rarely|seldom|un(?:less|til)
    |avoid\w*|refus\w*|reject\w*|skip\w*|declin\w*|dismiss\w*|discard\w*|exclud\w*|eliminat\w*|ignor\w*|oppos\w*
    |drop\w*|forb\w*|forget|forgo|abandon\w*|cancel\w*|veto\w*|disagree\w*|dislike\w*|hate\w*|resist\w*|exempt\w*
    |stop|stops|stopping|cease\w*|quit|prevent\w*|prohibit\w*|against|despite|besides?|except\w*|excluding|lest
    |instead|rather|otherwise|else|other|others|another|alternative\w*|alternatively|than|versus|vs|compared?
    |between|either|or|whether|both|and/or|anything|equally|same|if|suppos\w*|assum\w*|provided
    |when|whenever|once|could|may|might|maybe|perhaps|possibly|probably|presumably|guess\w*|random\w*|unsure
    |uncertain\w*|undecided|unclear|wonder\w*|hesita\w*|depend\w*|consider\w*|tempt\w*|almost|nearly|hm+|uh+|um+|er+
    |tomorrow|yesterday|later|earlier|before|after|afterwards?|previous\w*|last|formerly|eventually|someday|was|were
    |had|did|been|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|latter|former|half
    |said|says?|tells?|told|suggest(?:s|ed)|recommend(?:s|ed)|advis\w+|claim\w*|according|quot\w*|rules?|examples?
    |e\.g|i\.e|namely|someone|somebody|you|he|she|they|why|how|what|who|where
    |sorry|oops|kidding|jok(?:e|es|ing)|mistake\w*|correction|scratch|reconsider\w*|changed?|mind|lol|haha?
    """,
    re.VERBOSE,
).fullmatch  # fmt: skip
"""A word with which one line may take back what it names, or leave it open."""
TURNS = _set("but however though although yet still actually wait only")
"""Words that are harmless before a move, and take it back behind it."""
BAD = re.compile(
    r"""
    bad|badly|worse|worst|terribl\w*|awful\w*|horrib\w*|poor\w*|weak\w*|risk\w*|danger\w*|deadly|fatal\w*|suicid\w*
    |stupid\w*|silly|fool\w*|dumb|use?less|point?less|hopeless|reckless|careless|wast\w*|wrong\w*|errors?|fault\w*
    |costly|expensive|impossible|illegal|invalid|loses?|losing|losers?|lost|loss|kills?|killing|deaths?|dead|die|dying
    |doom\w*|disast\w*|catastroph\w*|regret\w*|problem\w*|too|insane|crazy|mad|ridiculous|absurd|nonsense|over\w+ed
    |inferior|ineffective|inefficient|premature|fail\w*|trap\w*|poison\w*|less|least|trouble\w*|madness|folly
    |un(?!der|ion|it|ique)\w+|out|away|ugly|attractive|appealing|overkill|off
    """,
    re.VERBOSE,
).fullmatch  # fmt: skip
"""A word that speaks against a move."""
