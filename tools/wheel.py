"""A wheel for one platform, which takes in what `tools.machine_code` wrote to `$CRUSOE_ENV_MACHINE_CODE`."""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class MachineCode(BuildHookInterface):
    """Adds the machine code and the tags of this Python, system and processor to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatch before a build; `version` is "standard" or "editable"."""
        folder = os.environ.get("CRUSOE_ENV_MACHINE_CODE")
        if not folder or version != "standard":
            return
        if not Path(folder, "index.json").is_file():
            raise FileNotFoundError(f"CRUSOE_ENV_MACHINE_CODE: there is no index.json in {folder}")
        python = f"cp{sys.version_info.major}{sys.version_info.minor}"
        system = {"linux": "manylinux_2_17"}.get(sys.platform, sys.platform)
        build_data["pure_python"] = False
        build_data["tag"] = f"{python}-{python}-{system}_{platform.machine()}"
        build_data["force_include"][folder] = "crusoe_env/machine_code"
