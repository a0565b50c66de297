"""ALFWorld's rules as its package ships them, and games of its sort in TextWorld, without its data."""

import pathlib
import sys
import types
from importlib.metadata import version

# TextWorld imports the interpreter of another sort of games at once; scripts/prepare-alfworld.sh leaves it out.
jericho = types.ModuleType("jericho")
jericho.UnsupportedGameWarning = jericho.TruncatedInputActionWarning = type("JerichoWarning", (Warning,), {})
sys.modules.setdefault("jericho", jericho)

import alfworld.agents.environment.alfred_tw_env as alfred
import alfworld.info
import textworld

versions = {name: version(name) for name in ("textworld", "alfworld", "fast-downward-textworld")}


def rules():
    files = {file.name: file for file in pathlib.Path(alfworld.info.__file__).parent.rglob("alfred.*")}
    return {"domain": files["alfred.pddl"].read_text(), "grammar": files["alfred.twl2"].read_text()}


def start(file):
    """A game of a `game.tw-pddl`, which tells its admissible commands and whether it is won."""
    infos = textworld.EnvInfos(won=True, admissible_commands=True)
    return textworld.start(str(file), infos, wrappers=[alfred.AlfredDemangler()])
