"""What the site makes of pages that are written for a repository: its start page, and links to files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[1]
IN_DOCS = re.compile(r"(\]\()docs/")
IN_README = re.compile(r"(?<!!)\[([^\]]+)\]\((?!docs/|https?:|#)([^)]+)\)")
ELSEWHERE = re.compile(r"(?<!!)\[([^\]]+)\]\((?:\.\./)+(?!images/)([^)#]+)\)")


def on_files(files: Files, config: Any) -> Files:
    """The README is the start page."""
    text = IN_README.sub(r"\1 (`\2`)", (ROOT / "README.md").read_text(encoding="utf-8"))
    text = IN_DOCS.sub(r"\1", text)
    files.append(File.generated(config, "index.md", content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Links to files outside the documentation become their names."""

    def named(match: re.Match[str]) -> str:
        target = (Path(config["docs_dir"]) / page.file.src_uri).parent / match.group(0).split("](")[1][:-1]
        inside = target.resolve().is_relative_to(Path(config["docs_dir"]).resolve())
        return match.group(0) if inside else f"{match.group(1)} (`{match.group(2)}`)"

    return ELSEWHERE.sub(named, markdown)
