"""Machine code that came with the package, so that nobody waits for the compiler before the first step.

A wheel for one platform holds what beginning and stepping games need, made for the oldest processors that it
runs on. It lies in files of machine code beside an index in JSON, so nothing is unpickled, and each file is
checked by its hash. A function whose sources, Python, Numba or argument types differ is compiled as always.
`tools/machine_code.py` writes these files. With `CRUSOE_ENV_MACHINE_CODE=` they are not used.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from llvmlite import binding as llvm
from numba import types
from numba.core.compiler import CompileResult
from numba.core.environment import Environment
from numba.core.funcdesc import FunctionDescriptor

from crusoe_env.engine.compile.sources import PACKAGE

INDEX = "index.json"
RETURNED = {str(kind): kind for kind in (types.none, types.boolean, *types.number_domain)}
"""What a function in these files may return, by name."""


class Packaged(NamedTuple):
    """One function for one tuple of argument types, as the index describes it.

    Attributes:
        file: with its machine code.
        digest: of that file.
        library: the name of Numba's code library.
        module: where the function is defined.
        qualname: its name there.
        unique_name: its name among all functions of the process that compiled it.
        parameters: their names.
        returns: the name of the type that it returns.
        mangled: the name of its symbol.
        environment: the name of its environment's symbol.
        number: of the function in the process that compiled it, part of the symbols' names.
    """

    file: str
    digest: str
    library: str
    module: str
    qualname: str
    unique_name: str
    parameters: list[str]
    returns: str
    mangled: str
    environment: str
    number: int

    def loaded(self, arguments: tuple[Any, ...], target: Any) -> CompileResult | None:
        """The function, ready to be called with these types; None if its file is missing or damaged.

        Args:
            arguments: Numba's types of the arguments.
            target: Numba's target context.
        """
        content = _read(self.file)
        if content is None or digest_of(content) != self.digest:
            return None
        signature = RETURNED[self.returns](*arguments)
        descriptor = self._descriptor(signature)
        return result_around(self.library, content, target, descriptor, signature)

    def _descriptor(self, signature: Any) -> FunctionDescriptor:
        return FunctionDescriptor(
            native=True,
            modname=self.module,
            qualname=self.qualname,
            unique_name=self.unique_name,
            doc=None,
            typemap=None,
            restype=signature.return_type,
            calltypes=None,
            args=self.parameters,
            kws=(),
            mangler=lambda *_, **__: self.mangled,
            argtypes=signature.args,
            env_name=self.environment,
            uid=self.number,
        )


def result_around(
    name: str, content: bytes, target: Any, descriptor: FunctionDescriptor, signature: Any
) -> CompileResult:
    """What Numba's compiler would return, around machine code that it made before.

    Numba's own way keeps the code from before it was optimised, too, for callers that link it. Rules have
    another place for that (`lowered`), and without it half of the memory of loading is saved.

    Args:
        name: of the code library.
        content: the machine code.
        target: Numba's target context.
        descriptor: of the function.
        signature: of the function.
    """
    library = target.codegen().create_library(name)
    library.enable_object_caching()
    library._set_compiled_object(content)
    library._finalize_final_module()
    symbols = {descriptor.mangled_name, descriptor.llvm_cpython_wrapper_name, descriptor.env_name}
    library.codegen._engine._defined_symbols |= symbols
    environment = Environment.from_fndesc(descriptor)
    make: Any = CompileResult  # its types leave all fields out
    made: CompileResult = make(
        target_context=target,
        typing_context=target.typing_context,
        library=library,
        environment=environment,
        entry_point=target.get_executable(library, descriptor, environment),
        fndesc=descriptor,
        type_annotation="",
        signature=signature,
        objectmode=False,
        lifted=(),
        typing_error=None,
        call_helper=None,
        metadata=None,
        reload_init=[],
        referenced_envs=(),
    )
    return made


@functools.cache
def folder_of_code() -> Path | None:
    """Where the code lies: `$CRUSOE_ENV_MACHINE_CODE`, else in the package; None if that names no folder."""
    chosen = os.environ.get("CRUSOE_ENV_MACHINE_CODE")
    if chosen is None:
        return PACKAGE / "machine_code"
    return Path(chosen) if chosen else None


def _read(name: str) -> bytes | None:
    folder = folder_of_code()
    try:
        return None if folder is None else (folder / name).read_bytes()
    except OSError:
        return None


def digest_of(content: bytes) -> str:
    """The hash by which a file of machine code is checked."""
    return hashlib.blake2b(content, digest_size=16).hexdigest()


@functools.cache
def _index() -> Mapping[str, Mapping[str, Any]]:
    """Functions by key, by the name of their sources; nothing where this processor cannot run them."""
    content = _read(INDEX)
    if content is None:
        return {}
    index = json.loads(content)
    features = llvm.get_host_cpu_features()
    if not all(features.get(feature) for feature in index["features"]):
        return {}
    functions: Mapping[str, Mapping[str, Any]] = index["functions"]
    return functions


def has(sources: str) -> bool:
    """Did code for these sources come with the package, for this processor?

    Args:
        sources: the name of a cache folder up to the hash of its sources.
    """
    return sources in _index()


def find(sources: str, key: str) -> Packaged | None:
    """A function of these sources; None if it did not come with the package."""
    found = _index().get(sources, {}).get(key)
    return None if found is None else Packaged(**found)
