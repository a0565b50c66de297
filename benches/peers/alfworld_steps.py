"""Steps of games in TextWorld with the rules of ALFWorld, as `npm run bench:peers` asks for them."""

import pathlib
import sys
import tempfile
import time

from measure import serve

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "scripts" / "peers"))
try:
    from alfworld_games import rules, start, versions
except ImportError as error:
    serve({"missing": str(error)}, {})
    sys.exit()


def play(request):
    """Plays each game by its commands. Milliseconds of all steps, each with its admissible commands; starting a game is not counted."""
    wall = processor = 0.0
    for game in request["games"]:
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "game.tw-pddl"
            file.write_text(game["text"])
            world = start(file)
            state = world.reset()
            before = time.perf_counter(), time.process_time()
            for command in game["commands"]:
                state, _, _ = world.step(command)
            wall += time.perf_counter() - before[0]
            processor += time.process_time() - before[1]
            world.close()
            assert state.won, "a game that the commands do not win"
    return {"ms": 1000 * wall, "processor_ms": 1000 * processor}


serve(versions, {"rules": lambda _: rules(), "play": play})
