"""Games in the browser, set up for tests."""

import http.client
import json
import threading

from crusoe_env import game
from crusoe_env.play.program import new_session, parser
from crusoe_env.play.study import Study
from crusoe_env.play.web.page_model import PageModel
from crusoe_env.play.web.seats import Agents, SharedTable
from crusoe_env.play.web.server import GameServer


def serving(name, *arguments, seed=1, agent="random"):
    """A server of a new game, as the command line begins it, in a thread of its own."""
    line = [name, "--web", "--seed", str(seed), "--agent", agent, *arguments]
    session, _ = new_session(parser(game(name), "crusoe_env.play").parse_args(line))
    server = GameServer(PageModel(session))
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    return server


def request(server, method, path, body=None, entrance=0, **headers):
    """Status, headers and body of an answer to a window that has come in by an entrance."""
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=60)
    if isinstance(body, dict):
        body, headers = json.dumps(body).encode(), {"Content-Type": "application/json", **headers}
    sent = {"Cookie": f"{server.cookie}={server.entrances[entrance].token}"}
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body, sent)
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, answer.headers, content


def table(server, path="/table", entrance=0):
    status, _, content = request(server, "GET", path, entrance=entrance)
    assert status == 200
    return json.loads(content)


def legal(shown):
    return [move["action"] for block in shown["blocks"] for move in block["moves"]]


def snapshot(server):
    return server.model.session.env.snapshot()


def serving_table(name, *arguments, seats, seed=1, pace=0.0, study=None, forms=(None, None), public=""):
    """A server with a window for each person at a table, and its agents, as the command line begins it."""
    line = [name, "--web", "--seed", str(seed), "--agent", "random", *arguments, "--seats", *seats]
    session, _ = new_session(parser(game(name), "crusoe_env.play").parse_args(line))
    kept = None if study is None else Study(study, session, *forms)
    shared = SharedTable(session, None, kept)
    server = GameServer(shared.models, public=public)
    server.agents = Agents(server, shared, pace)
    server.agents.start()
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    return server


def closed(server):
    """Stop a server and the agents at its table."""
    server.agents.stopped.set()
    server.shutdown()
    server.server_close()
