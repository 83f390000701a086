"""Run the notebooks and keep their outputs: `python -m research.notebooks [NAME ...]`; `--check` compares.

Outputs are kept small: a picture as WebP, a replay as its last picture. Cells with the tag of `VARIES` print
times or what a training has found; in their outputs numbers are not compared. The site shows each notebook
as a page (`page_of`).
"""

from __future__ import annotations

import argparse
import ast
import base64
import contextlib
import hashlib
import io
import json
import os
import pprint
import re
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from crusoe_env.show.drawing import Picture
from crusoe_env.show.pixels import rasterise
from crusoe_env.show.replay import Replay
from crusoe_env.support.files import write_whole
from crusoe_env.support.words import nearest
from research.data import ROOT

FOLDER = ROOT / "notebooks"
VARIES = "nbval-ignore-output"
"""The tag of cells whose outputs differ from run to run; the pytest plugin nbval knows it, too."""
SVG = re.compile(r'<img [^>]*src="data:image/svg\+xml;base64,([^"]+)">')
SCALE, WIDEST, QUALITY = 0.6, 720, 45
"""Of pictures that are kept: size, most pixels across, and how well WebP keeps them."""
NUMBER = re.compile(r"\s*\d[\d,.]*")
Cell = dict[str, Any]


def notebooks() -> dict[str, Path]:
    """The notebooks by name."""
    return {path.stem: path for path in sorted(FOLDER.glob("*.ipynb"))}


def code_cells(notebook: dict[str, Any]) -> list[Cell]:
    """The cells of a notebook that run."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def digest(cell: Cell) -> str:
    """A short digest of the code of a cell."""
    return hashlib.blake2b("".join(cell["source"]).encode(), digest_size=6).hexdigest()


def small(svg: str) -> str:
    """A picture as an image element with few bytes."""
    from PIL import Image

    picture = Picture.of(svg)
    image, kept = Image.fromarray(rasterise(picture, min(round(SCALE * picture.width), WIDEST))), io.BytesIO()
    image.save(kept, "WEBP", quality=QUALITY, method=6)
    data = base64.b64encode(kept.getvalue()).decode()
    return f'<img alt="{escape(picture.label)}" src="data:image/webp;base64,{data}">'


def shown(it: Any) -> dict[str, list[str]]:
    """What a notebook shows of the last value of a cell, by media type."""
    if isinstance(it, Replay):
        words = f"A replay of {len(it.frames) - 1} steps. Run this cell to step through it. Its end:"
        return {"text/html": [f"<p>{words}</p>\n", small(it.frames[-1].light)], "text/plain": [words]}
    if hasattr(it, "_repr_html_"):
        found = SVG.search(it._repr_html_())
        if found is None:
            raise ValueError(f"{type(it).__name__} shows no picture; valid are pictures, replays and text")
        svg = base64.b64decode(found[1]).decode()
        return {"text/html": [small(svg)], "text/plain": [Picture.of(svg).label]}
    return {"text/plain": pprint.pformat(it).splitlines(keepends=True)}


def figures() -> Iterator[dict[str, Any]]:
    """The figures of Matplotlib that a cell has drawn, as outputs."""
    if "matplotlib.pyplot" not in sys.modules:
        return
    from matplotlib import pyplot

    for number in pyplot.get_fignums():
        kept = io.BytesIO()
        pyplot.figure(number).savefig(kept, format="png", dpi=80, bbox_inches="tight")
        data = {"image/png": base64.b64encode(kept.getvalue()).decode(), "text/plain": ["a figure"]}
        yield {"output_type": "display_data", "data": data, "metadata": {}}
    pyplot.close("all")


def outputs_of(cell: Cell, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """Run a cell in a namespace, and return its outputs."""
    body, printed = ast.parse("".join(cell["source"])).body, io.StringIO()
    outputs: list[dict[str, Any]] = []
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), f"cell {number}", "exec"), names)
        value = None
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
    if printed.getvalue():
        lines = printed.getvalue().splitlines(keepends=True)
        outputs.append({"output_type": "stream", "name": "stdout", "text": lines})
    outputs += figures()
    if value is not None:
        result = {"output_type": "execute_result", "execution_count": number, "metadata": {}}
        outputs.append({**result, "data": shown(value)})
    return outputs


def run(notebook: dict[str, Any]) -> None:
    """Run all cells of a notebook, and put their outputs into it."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(code_cells(notebook), 1):
        cell["outputs"] = outputs_of(cell, names, number)
        cell["execution_count"] = number
        cell["metadata"]["ran"] = digest(cell)


def text_of(cell: Cell) -> list[str]:
    """What a cell has printed and shown, as text; without numbers where they vary."""
    texts = [output.get("text") or output["data"]["text/plain"] for output in cell["outputs"]]
    whole = "".join("".join(text) for text in texts)
    return (NUMBER.sub("#", whole) if VARIES in cell["metadata"].get("tags", ()) else whole).splitlines()


def read(path: Path) -> dict[str, Any]:
    """A notebook on file."""
    return dict(json.loads(path.read_text(encoding="utf-8")))


def stale(path: Path) -> list[str]:
    """Run a notebook; name the cells that do not show what is kept."""
    kept, now = read(path), read(path)
    run(now)
    pairs = zip(code_cells(kept), code_cells(now), strict=True)
    return [
        f"{path.name}, cell {cell['execution_count']}: kept {text_of(old)}, now {text_of(cell)}"
        for old, cell in pairs
        if text_of(old) != text_of(cell)
    ]


def block(language: str, text: str) -> str:
    """A block of code on a page."""
    return f"```{language}\n{text.rstrip()}\n```"


def parts_of(cell: Cell) -> Iterator[str]:
    """What a page of the site shows of a cell."""
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield source.replace("](../docs/", "](../").replace(".ipynb)", ".md)")
        return
    yield block("python", source)
    for output in cell["outputs"]:
        data = output.get("data", {})
        if "text/html" in data:
            yield "".join(data["text/html"])
        elif "image/png" in data:
            yield f'<img alt="a figure" src="data:image/png;base64,{data["image/png"]}">'
        else:
            yield block("text", "".join(output.get("text") or data["text/plain"]))


def page_of(path: Path) -> str:
    """The page of the site with a notebook: text, code, outputs."""
    return "\n\n".join(part for cell in read(path)["cells"] for part in parts_of(cell)) + "\n"


def main() -> int:
    """Run notebooks and keep the outputs, or compare them with those that are kept."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"all, or some of {', '.join(notebooks())}")
    parser.add_argument("--check", action="store_true", help="write nothing; name the cells that are stale")
    given, found = parser.parse_args(), []
    os.environ.setdefault("MPLBACKEND", "agg")
    for name in given.names or notebooks():
        if name not in notebooks():
            parser.error(f"unknown notebook {name!r}; {nearest(name, notebooks())}")
        path = notebooks()[name]
        if given.check:
            found += stale(path)
        else:
            notebook = read(path)
            run(notebook)
            write_whole(path, json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")
            print(f"{path.name}: {path.stat().st_size:,} bytes")
    print(*found, sep="\n", end="\n" * bool(found))
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
