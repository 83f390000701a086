"""Changes that no test can notice, by file, function and change, and why."""

from __future__ import annotations

EXPLAINED: dict[tuple[str, str, str], str] = {
    (
        "crusoe_env/dieson/observation.py",
        "write_island",
        "t.line[s.space, space] > 0 -> t.line[s.space, space] >= 0",
    ): "a space without a line has 0 there already",
    (
        "crusoe_env/engine/contract.py",
        "potential",
        "0.0 -> -1.0 in return 0.0",
    ): "each game has its own function in the place of this one",
    (
        "crusoe_env/engine/contract.py",
        "goal_progress",
        "0.0 -> -1.0 in return 0.0",
    ): "each game has its own function in the place of this one",
    (
        "crusoe_env/show/animation.py",
        "_small_images",
        "1 -> 0 in size = (wide, max(round(wide * image.height / image.width), 1))",
    ): "no picture is so flat that its height would be rounded to 0",
    (
        "crusoe_env/support/options.py",
        "one_of",
        "0 -> -1 in return found[0]",
    ): "all values of an option are different, so one is found",
    (
        "crusoe_env/play/moves.py",
        "chosen_move",
        "1 -> 2 in close = difflib.get_close_matches(typed.lower(), [*map(str.lower, labels), *commands],"
        " n=1)",
    ): "only the first match is said",
    (
        "crusoe_env/robinson/rules/world/mysteries.py",
        "treasures_arrive",
        "1 -> 2 in for mystery in range(MYSTERY_CARDS - 1, -1, -1):",
    ): "the last mystery is a trap, which never waits for the end of the action phase",
    (
        "crusoe_env/robinson/rules/effects/arguments.py",
        "person_of",
        "who - v.BEARER -> who + v.BEARER",
    ): "BEARER is a multiple of the four parts of the body; the same change for the deck is noticed",
    (
        "agents/robinson/scripted.py",
        "ScriptedRobinson._best",
        "1 -> 2 in found = self.chances(ends).reshape(-1, samples).mean(axis=1) + added",
    ): "for NumPy -2 rows are as unknown as -1; there is no axis 2, which every game notices",
    (
        "agents/evaluation.py",
        "Results.joined",
        "0 -> -1 in return Results(parts[0].agent, **columns, causes=causes, cheats=parts[0].cheats)",
    ): "all parts are of one agent",
    (
        "crusoe_env/engine/outcomes.py",
        "_check_complete",
        "0 -> -1 in viewer = int(root.acting[0])",
    ): "the root is one state",
    (
        "crusoe_env/engine/outcomes.py",
        "_ended",
        "0 -> 1 in after.forced_count, after.forced = 0, 0",
    ): "a forced draw is read only where some are counted",
    (
        "crusoe_env/interfaces/env.py",
        "GameEnv.action_masks",
        "0 -> -1 in return self.batch.masks[0].astype(bool)",
    ): "its batch has one game",
    (
        "crusoe_env/interfaces/one_game.py",
        "OneGame.playouts",
        "0 -> -1 in return {name: float(values[0]) for name, values in means.items()}",
    ): "its batch has one game",
    (
        "crusoe_env/interfaces/judging.py",
        "add_chances_in_stages",
        "True -> False in frame.compared = dict(zip((names[i] for i in verdict.actions), verdict.chances,"
        " strict=True))",
    ): "a verdict has a chance for each of its actions",
    (
        "crusoe_env/show/pixels.py",
        "_together",
        "0 -> -1 in page = pygame.Surface(size, 0, 32, RED_GREEN_BLUE)",
    ): "a surface in memory has none of the flags of windows, and no alpha by its masks",
    (
        "crusoe_env/robinson/card_language/compiler.py",
        "_sequence",
        '1 -> 2 in first = text.split(" ", 1)[0].rstrip(":")',
    ): "the first word is the same",
    (
        "agents/cross_play.py",
        "Cell.seeds",
        "0 -> -1 in return self.by_seat[0].seeds",
    ): "the same seeds are played in each seat",
    (
        "agents/suites/suite.py",
        "tasks_of",
        "True -> False in options = {**fixed, **dict(zip(values, combination, strict=True))}",
    ): "a combination has a value of each option",
    (
        "agents/suites/aggregate.py",
        "table",
        "0 -> -1 in str(len(tasks[0])),",
    ): "an entry has as many runs of each task",
    (
        "agents/search/search.py",
        "search_range",
        "1 -> 2 in tree = np.empty(p.simulations + 1, NODE)",
    ): "there is room for one node that is never added",
}
