"""Compiling many small functions once: callees are lowered, and optimised where they are linked.

Numba optimises every compiled function together with all that it calls, and makes machine code of it, before
a caller does the same again with its own copy. Rules are hundreds of small functions up to a dozen calls
deep, so nearly all of that work is thrown away. Here a function that compiled code calls is only lowered (a
`CalleeLibrary`), and kept so (`lowered`); the function that Python calls links all of them, each once, and is
optimised as a whole.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

from llvmlite import binding as llvm
from numba.core import compiler, sigutils, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager
from numba.core.errors import TypingError
from numba.core.typed_passes import (
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.untyped_passes import (
    FixupArgs,
    GenericRewrites,
    IRProcessing,
    ReconstructSSA,
    TranslateByteCode,
)

from crusoe_env.engine.compile.linked import lowered
from crusoe_env.engine.compile.linked.lowered import Lowered, Place
from crusoe_env.support.progress import compiling


class LeanCompiler(CompilerBase):
    """The passes that plain functions of numbers, records and loops need: no closures, no lifting."""

    PASSES = (
        TranslateByteCode,
        FixupArgs,
        IRProcessing,
        GenericRewrites,
        ReconstructSSA,
        NopythonTypeInference,
        PreLowerStripPhis,
        IRLegalization,
        NativeLowering,
        NoPythonBackend,
    )

    def define_pipelines(self) -> list[Any]:
        """One pipeline of these passes.

        Numba numbers functions in the order in which a process compiles them, and the number is part of the
        name in the code. That of a function which other processes find has to be the same in each.
        """
        self.state.func_id.unique_id = self.state.library.place.key
        manager = PassManager("rules")
        for each in self.PASSES:
            manager.add_pass(each, each.__name__)
        manager.finalize()
        return [manager]


class Arguments(tuple[Any, ...]):
    """Types of arguments whose names are short.

    Numba writes out all argument types before each pass, though nobody reads it; those of records have
    hundreds of fields.
    """

    def __repr__(self) -> str:
        """How many there are."""
        return f"{len(self)} arguments"


class RememberingContext:
    """Numba's typing context, which remembers what operators and other functions of Numba give.

    Numba tries its templates anew for each `+` and `==` of each function.
    """

    def __init__(self, context: Any) -> None:
        """Nothing is known yet about this context."""
        self._context = context
        self._known: dict[tuple[int, ...], tuple[Any, ...]] = {}

    def __getattr__(self, name: str) -> Any:
        """Everything else is the context's own."""
        return getattr(self._context, name)

    def resolve_function_type(self, function: Any, arguments: Any, keywords: Any) -> Any:
        """The signature of a call, None if there is none. Types are kept, so that their ids stay theirs."""
        if keywords or not isinstance(function, types.BaseFunction):
            return self._context.resolve_function_type(function, arguments, keywords)
        key = (id(function), *map(id, arguments))
        if key not in self._known:
            result = self._context.resolve_function_type(function, arguments, keywords)
            self._known[key] = result, function, arguments
        return self._known[key][0]


@functools.cache
def remembering(context: Any) -> RememberingContext:
    """The one for this context of Numba."""
    return RememberingContext(context)


class SharedFlags(compiler.Flags):
    """Flags that stay as they are. Numba looks up each call that it types by them, over and over."""

    def __hash__(self) -> int:
        """By identity, as equality."""
        return id(self)

    def __eq__(self, other: object) -> bool:
        """Only with itself."""
        return self is other

    def copy(self) -> SharedFlags:
        """The flags themselves: nobody changes them."""
        return self


@functools.cache
def callee_flags(options: Any, chosen: tuple[tuple[str, Any], ...]) -> SharedFlags:
    """Flags for functions that only compiled code calls: no wrappers, no machine code, no references.

    Rules allocate nothing, and whoever calls the entry keeps the arrays alive; counting references to them
    would be a good part of all code. So they return no array either: the caller would give up a reference
    that nobody has counted, and free it while it is in use.
    """
    flags: Any = SharedFlags()
    options.parse_as_flags(flags, dict(chosen))
    flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    flags.no_compile = True
    flags.nrt = False
    return flags


class CalleeLibrary(JITCodeLibrary):
    """The code of one function that is only called by compiled code: linked, never run by itself.

    Args:
        codegen: Numba's.
        name: of the function.
        place: where it is kept.
    """

    def __init__(self, codegen: Any, name: str, place: Place) -> None:
        super().__init__(codegen, name)
        self.place = place

    def finalize(self) -> None:
        """Take in Numba's own functions that are called; rules are linked later, and nothing is optimised."""
        self._raise_if_finalized()
        module = self._final_module
        own = {it.name for it in module.functions if not it.is_declaration}
        called = dict.fromkeys(self._linking_libraries)
        self._linking_libraries = [it for it in called if isinstance(it, CalleeLibrary)]
        for library in called:
            if not isinstance(library, CalleeLibrary):
                module.link_in(library._get_module_for_linking(), preserve=True)
        for function in module.functions:
            if not function.is_declaration and function.name not in own:
                function.linkage = llvm.Linkage.internal
        self._finalize_dynamic_globals()
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """This function with all that it calls, each once, as a module that a caller links."""
        if self._shared_module is None:
            together = llvm.parse_assembly(str(self._codegen._create_empty_module(self.name)))
            seen: set[Any] = set()
            to_link: list[Any] = [self]
            while to_link:  # callers before callees: what nothing refers to yet would be left out
                library = to_link.pop(0)
                if library not in seen:
                    seen.add(library)
                    to_link += library._linking_libraries
                    together.link_in(library._final_module, preserve=True)
            for function in together.functions:
                if not function.is_declaration and function.linkage == llvm.Linkage.external:
                    function.linkage = "linkonce_odr"
            self._shared_module = together
        return self._shared_module

    def keep(self, signature: Any, descriptor: Any) -> None:
        """Let other processes find this function, unless they could not use it."""
        _libraries[self.place] = self
        calls = tuple(it.place for it in self._linking_libraries)
        if not self.has_dynamic_globals and all(map(lowered.find, calls)):
            descriptor.typemap = descriptor.calltypes = None  # large, and only lowering needs them
            function = Lowered(signature, descriptor, self._final_module.as_bitcode(), calls)
            lowered.functions_of(self.place.folder).add(self.place.key, function)


_libraries: dict[Place, CalleeLibrary] = {}


def library_at(place: Place, codegen: Any) -> CalleeLibrary | None:
    """The code of the function that is kept in a place; None if it, or one that it calls, is not there."""
    if place not in _libraries:
        function = lowered.find(place)
        calls = [] if function is None else [library_at(it, codegen) for it in function.calls]
        if function is None or None in calls:
            return None
        library = CalleeLibrary(codegen, function.descriptor.qualname, place)
        library._final_module = llvm.parse_bitcode(function.bitcode)
        library._linking_libraries, library._finalized = calls, True
        _libraries[place] = library
    return _libraries[place]


class Version(NamedTuple):
    """A function for some types of arguments: its signature, and the key under which Numba finds its code."""

    signature: Any
    entry_point: Any


class Callee:
    """The versions of a function that compiled code calls, by the types of the arguments."""

    def __init__(self, dispatcher: Any) -> None:
        """No version yet."""
        self.dispatcher = dispatcher
        self.versions: dict[tuple[Any, ...], Version] = {}

    def compile(self, sig: Any) -> Version:
        """The version for these argument types, lowered if there is none yet, here or on disk."""
        arguments, result = sigutils.normalize_signature(sig)
        with global_compiler_lock:
            if arguments not in self.versions:
                self.versions[arguments] = self._version(arguments, result)
        return self.versions[arguments]

    def _version(self, arguments: tuple[Any, ...], result: Any) -> Version:
        target = self.dispatcher._compiler.targetdescr.target_context
        place = self.dispatcher.place_of(arguments)
        library, function = library_at(place, target.codegen()), lowered.find(place)
        if library is not None and function is not None:
            signature, descriptor = function.signature, function.descriptor
        else:
            library = CalleeLibrary(target.codegen(), self.dispatcher.py_func.__qualname__, place)
            signature, descriptor = self._lower(arguments, result, library)
        key = (self, arguments)
        target.insert_user_function(key, descriptor, [library])
        return Version(signature, key)

    def _lower(self, arguments: tuple[Any, ...], result: Any, library: CalleeLibrary) -> tuple[Any, Any]:
        compiling.one_more()
        made = self.dispatcher._compiler
        flags = callee_flags(made.targetdescr.options, tuple(made.targetoptions.items()))
        done = compiler.compile_extra(
            remembering(made.targetdescr.typing_context),
            made.targetdescr.target_context,
            made.py_func,
            args=Arguments(arguments),
            return_type=result,
            flags=flags,
            locals=made.locals,
            library=library,
            pipeline_class=LeanCompiler,
        )
        if done.typing_error is not None:
            raise done.typing_error
        if made.targetdescr.target_context.data_model_manager[
            done.signature.return_type
        ].contains_nrt_meminfo():
            raise TypingError(
                f"{made.py_func.__qualname__} returns an array: rules write into arrays given to them"
            )
        library._ensure_finalized()
        library.keep(done.signature, done.fndesc)
        return done.signature, done.fndesc
