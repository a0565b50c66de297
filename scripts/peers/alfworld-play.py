"""TextWorld plays games of ALFWorld: alfworld-play.py prints alfworld's domain, its grammar and the versions as a line of JSON;
alfworld-play.py GAMES PLAYED reads lines {"file": ..., "commands": [...]} and writes a line for each: all turns and processor times.
"""

import json
import sys
import time

from alfworld_games import rules, start, versions


def turn(state, done):
    return {
        "text": state.feedback,
        "admissible": list(state.admissible_commands),
        "won": bool(state.won),
        "done": bool(done),
    }


def play(file, commands):
    began = time.process_time()
    game = start(file)
    state = game.reset()
    started = time.process_time()
    turns = [turn(state, False)]
    spent = 0.0
    for command in commands:
        before = time.process_time()
        state, _, done = game.step(command)
        spent += time.process_time() - before
        turns.append(turn(state, done))
    game.close()
    return {"turns": turns, "startSeconds": started - began, "stepSeconds": spent}


if len(sys.argv) == 1:
    print(json.dumps(rules() | {"versions": versions | {"python": sys.version.split()[0]}}))
else:
    asked, played = sys.argv[1:]
    with open(asked) as lines, open(played, "w") as out:
        for number, line in enumerate(lines):
            game = json.loads(line)
            out.write(json.dumps(play(game["file"], game["commands"])) + "\n")
            print(f"\r{number + 1} games played", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
