"""Steps of games in TextWorld with the rules of ALFWorld, as `npm run bench:peers` asks for them."""

import pathlib
import sys
import tempfile
import time

from measure import serve

try:
    from importlib.metadata import version

    import alfworld.agents.environment.alfred_tw_env as alfred
    import alfworld.info
    import textworld
except ImportError as error:
    serve({"missing": str(error)}, {})
    sys.exit()


def rules(_):
    files = {file.name: file for file in pathlib.Path(alfworld.info.__file__).parent.rglob("alfred.*")}
    return {"domain": files["alfred.pddl"].read_text(), "grammar": files["alfred.twl2"].read_text()}


def play(request):
    """Plays each game by its commands. Milliseconds of all steps, each with its admissible commands; starting a game is not counted."""
    infos = textworld.EnvInfos(won=True, admissible_commands=True)
    wall = processor = 0.0
    for game in request["games"]:
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "game.tw-pddl"
            file.write_text(game["text"])
            world = textworld.start(str(file), infos, wrappers=[alfred.AlfredDemangler()])
            state = world.reset()
            before = time.perf_counter(), time.process_time()
            for command in game["commands"]:
                state, _, _ = world.step(command)
            wall += time.perf_counter() - before[0]
            processor += time.process_time() - before[1]
            world.close()
            assert state.won, "a game that the commands do not win"
    return {"ms": 1000 * wall, "processor_ms": 1000 * processor}


serve({name: version(name) for name in ("textworld", "alfworld", "fast-downward-textworld")}, {"rules": rules, "play": play})
