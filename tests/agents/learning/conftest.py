"""Programs called in the process of the tests, without importing torch anew."""

from __future__ import annotations

import pytest

from tests.agents.learning.programs import message_of


@pytest.fixture
def torch_settings():
    """What a training in this process changes is as it was afterwards."""
    torch = pytest.importorskip("torch")
    checks, threads = torch.distributions.Distribution._validate_args, torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.distributions.Distribution.set_default_validate_args(checks)
    torch.set_num_threads(threads)


@pytest.fixture
def trained(capsys, torch_settings):
    """Train in this process; it must succeed. What it prints."""
    import train

    def call(*given):
        capsys.readouterr()
        status = train.main([str(argument) for argument in given])
        said = capsys.readouterr()
        assert status == 0, said.err
        return said

    return call


@pytest.fixture
def refused(capsys, torch_settings):
    """Call a program's `main` in this process: its message."""

    def call(program, *given) -> str:
        capsys.readouterr()
        status = program.main([str(argument) for argument in given])
        return message_of(status, capsys.readouterr().err)

    return call
