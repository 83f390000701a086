"""The page of a game: what the server says when an answer cannot be sent."""

import pytest

from crusoe_env.play.session import Session
from crusoe_env.play.web.page_model import PageModel
from crusoe_env.play.web.server import GameServer
from tests.play.terminal import new_game


@pytest.mark.parametrize(("error", "told"), [(BrokenPipeError, False), (KeyError, True)])
def test_a_page_that_is_closed_while_it_is_answered_is_no_error(error, told, capsys):
    server = GameServer(PageModel(Session(new_game())))
    try:
        raise error
    except error:
        server.handle_error(None, ("127.0.0.1", 1))
    server.server_close()
    assert (error.__name__ in capsys.readouterr().err) == told
