"""What a data set of valued moves says of itself: card, Croissant with Responsible AI, `eval.yaml`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from .move_values import DEALS, FEWEST, MOST, PLAYERS, SHARES, TEST, TRAIN, VALIDATION

NAME = "crusoe-move-values"
LICENSE = "https://spdx.org/licenses/MIT.html"
UNKNOWN = "https://example.org/to-be-filled-in-by-who-publishes-it"
"""Croissant wants an address; nobody but who publishes the data knows it."""
JSON_LINES, GZIP = "application/jsonlines", "application/gzip"
FIELDS = {
    "id": ("sc:Text", "game, task, seed and number of actions"),
    "game": ("sc:Text", "short name of the game"),
    "options": ("sc:Text", "of the game as JSON, which name the task"),
    "seed": ("sc:Integer", "of the game; seed and actions give the position again"),
    "player": ("sc:Text", "who played until then"),
    "actions": ("[sc:Integer]", "made until then"),
    "message": ("sc:Text", "the position and the question, as a player reads them"),
    "moves": ("[sc:Text]", "all legal moves, in words"),
    "legal": ("[sc:Integer]", "their actions"),
    "policy": ("sc:Text", "plays on after each move"),
    "deals": ("sc:Integer", "games that are played on after each move, on common chance"),
    "wins": ("[sc:Integer]", "deals that are won after each move; its value is wins / deals"),
    "progress": ("[sc:Float]", "mean goal progress at the end of the games, 0 to 1"),
    "regret_low": ("[sc:Float]", "how much more the best move wins on the same deals: lower end (95 %)"),
    "regret_high": ("[sc:Float]", "upper end"),
    "best": ("sc:Integer", "place of the best move: most wins, then most goal progress"),
}
"""The columns with their types in Croissant, and what they hold."""
MADE = (
    f"Programs play whole games: {', '.join(name for name, _, _ in PLAYERS)}. Positions with {FEWEST} to"
    f" {MOST} legal moves are drawn from them. Hidden cards and chance are dealt anew for each deal. After"
    " every legal move of the position the strongest shipped policy for the task plays on to the end, on the"
    " same deals."
)
LIMITS = (
    "Values hold for the policy that plays on, which is not optimal: a move that only a stronger player can"
    " use looks worse than it is.",
    f"With {DEALS} deals the interval of a value is up to 24 points wide; the best of several moves looks"
    " better than it is. Regret has an interval of its own, from common deals.",
    "In some scenarios of Robinson Crusoe the policy hardly wins, so that all moves have the value 0; goal"
    " progress then tells moves apart.",
    "Positions are from games of four players of the project, none of a person.",
)
USES = "Behaviour cloning, value regression and rewards by decision, for networks and language models."


def card(counts: Mapping[tuple[str, str], int], settings: Mapping[str, Any]) -> str:
    """The card, with the configurations that the Hugging Face hub reads from its heading."""
    games = sorted({game for game, _ in counts})
    lines = ["---", "license: mit", "language: [en]", f"pretty_name: {NAME}"]
    lines += ["task_categories: [multiple-choice, reinforcement-learning]", "configs:"]
    for game in games:
        lines += [f"- config_name: {game}", "  data_files:"]
        lines += [
            f"  - {{split: {split}, path: data/{game}/{split}.jsonl.gz}}" for split in (TRAIN, VALIDATION)
        ]
    for game in games:
        lines += [f"- config_name: {game}-answers", "  data_files:"]
        lines += [f"  - {{split: {TEST}, path: answers/{game}/{TEST}.jsonl.gz}}"]
    table = ["| game | train | validation | test |", "| --- | ---: | ---: | ---: |"]
    table += [
        f"| {game} | {' | '.join(f'{counts.get((game, s), 0):,}' for s in (TRAIN, VALIDATION, TEST))} |"
        for game in games
    ]
    columns = ["| column | content |", "| --- | --- |"]
    columns += [f"| `{name}` | {words} |" for name, (_, words) in FIELDS.items()]
    body = [
        "---", "", f"# {NAME}", "",
        "Positions of survival board games with the value of every legal move.", "",
        *table, "", "## How it was made", "", MADE,
        f"One game of {SHARES}, by seed, is for the test, one for validation. The command is `crusoe dataset"
        f" values --seed {settings['seed']} --deals {settings['deals']}`, commit {settings['commit']}.",
        "",
        "The test with its answers is in the configurations `GAME-answers`, apart from what trainers read.",
        "`crusoe quiz` asks its questions and scores moves.", "",
        "## Columns", "", *columns, "", "## Limits", "",
        *(f"- {words}" for words in LIMITS), "", "## Licence", "",
        "MIT. Texts are those of the programs; no text or picture of a printed game is part of it.", "",
    ]  # fmt: skip
    return "\n".join([*lines, *body])


def croissant(hashes: Mapping[str, str], settings: Mapping[str, Any]) -> dict[str, Any]:
    """The description in Croissant 1.0 with the fields of Croissant RAI 1.0.

    Args:
        hashes: SHA-256 of each file by its path.
        settings: seed, deals, commit.
    """
    names = {path: path.removesuffix(".jsonl.gz").replace("/", "-") for path in hashes}
    return {
        "@context": _context(),
        "@type": "sc:Dataset",
        "conformsTo": ["http://mlcommons.org/croissant/1.0", "http://mlcommons.org/croissant/RAI/1.0"],
        "name": NAME,
        "description": f"Positions of survival board games with the value of every legal move. {MADE}",
        "license": LICENSE,
        "version": "1.0.0",
        "datePublished": date.today().isoformat(),
        "url": UNKNOWN,
        "citeAs": "See CITATION.cff of crusoe_env.",
        "creator": {"@type": "sc:Organization", "name": "The crusoe_env authors"},
        "rai:dataCollection": MADE,
        "rai:dataCollectionType": ["Software Collection"],
        "rai:dataAnnotationProtocol": f"{settings['deals']} deals after every legal move; nobody annotates.",
        "rai:dataUseCases": [USES],
        "rai:dataLimitations": list(LIMITS),
        "rai:dataBiases": ["Moves that suit the policy which plays on are valued higher."],
        "rai:personalSensitiveInformation": ["None: no person takes part."],
        "rai:dataSocialImpact": "None is known beyond that of games.",
        "rai:dataReleaseMaintenancePlan": "Made anew by command where the rules change.",
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": names[path],
                "name": names[path],
                "contentUrl": path,
                "encodingFormat": [JSON_LINES, GZIP],
                "sha256": digest,
            }
            for path, digest in hashes.items()
        ],
        "recordSet": [_records(name) for name in names.values()],
    }


def _records(name: str) -> dict[str, Any]:
    """The rows of a file."""
    fields = []
    for column, (kind, words) in FIELDS.items():
        field: dict[str, Any] = {
            "@type": "cr:Field",
            "@id": f"{name}-rows/{column}",
            "name": column,
            "description": words,
            "dataType": kind.strip("[]"),
            "source": {"fileObject": {"@id": name}, "extract": {"column": column}},
        }
        if kind.startswith("["):
            field |= {"isArray": True, "arrayShape": "-1"}
        fields.append(field)
    return {"@type": "cr:RecordSet", "@id": f"{name}-rows", "name": f"{name}-rows", "field": fields}


def _context() -> dict[str, Any]:
    """The context of Croissant 1.0 in JSON-LD."""
    plain = {
        "arrayShape", "citeAs", "column", "conformsTo", "data", "dataType", "equivalentProperty", "extract",
        "field", "fileObject", "fileProperty", "fileSet", "format", "includes", "isArray", "isLiveDataset",
        "jsonPath", "key", "md5", "parentField", "path", "recordSet", "references", "regex", "repeated",
        "replace", "samplingRate", "separator", "source", "subField", "transform", "examples",
    }  # fmt: skip
    given: dict[str, Any] = {name: f"cr:{name}" for name in sorted(plain)}
    given["conformsTo"], given["data"] = "dct:conformsTo", {"@id": "cr:data", "@type": "@json"}
    given["dataType"] = {"@id": "cr:dataType", "@type": "@vocab"}
    given["examples"] = {"@id": "cr:examples", "@type": "@json"}
    return {
        "@language": "en",
        "@vocab": "https://schema.org/",
        "cr": "http://mlcommons.org/croissant/",
        "rai": "http://mlcommons.org/croissant/RAI/",
        "dct": "http://purl.org/dc/terms/",
        "sc": "https://schema.org/",
        **given,
    }


def evaluation(games: Sequence[str]) -> str:
    """The tasks of the test, `eval.yaml`, for the evaluations of the Hugging Face hub."""
    lines = [
        f"name: {NAME}",
        "description: Which legal move wins most often?",
        "evaluation_framework: inspect-ai",
    ]
    lines += ["tasks:"]
    for game in games:
        lines += [
            f"- id: {game}", f"  config: {game}-answers", f"  split: {TEST}",
            "  field_spec: {input: message, choices: moves, target: best}",
            "  solvers: [{name: multiple_choice}]", "  scorers: [{name: choice}]",
        ]  # fmt: skip
    return "\n".join([*lines, ""])
