#!/usr/bin/env bash
# A Python environment with the engine of ALFWorld: TextWorld, Fast Downward and alfworld's domain and grammar, without its data:
#   scripts/prepare-alfworld.sh /path/of/environment
#   RLANYTHING_ALFWORLD=/path/of/environment npm run cross:alfworld
# Needs Python 3.11 or newer, g++ and PyPI. The planner is compiled from its source, minutes of two cores; its wheel is kept in the folder.
set -euo pipefail
folder=${1:?name the folder of the environment}
python=${PYTHON:-python3}
[ -x "$folder/bin/python" ] || "$python" -m venv "$folder"
pip() { "$folder/bin/python" -m pip --quiet --disable-pip-version-check "$@"; }
pip install uv
# The planner's build asks for a program named python.
export PATH="$folder/bin:$PATH"
ls "$folder"/wheels/fast_downward_textworld-20.6.4-*.whl >/dev/null 2>&1 ||
  pip wheel --no-deps --wheel-dir "$folder/wheels" fast-downward-textworld==20.6.4
# jericho, an interpreter of other games, would be compiled too.
echo 'jericho; sys_platform == "never"' >"$folder/without-jericho.txt"
uv pip install --quiet --python "$folder/bin/python" --override "$folder/without-jericho.txt" \
  "$folder"/wheels/fast_downward_textworld-20.6.4-*.whl 'textworld[pddl]==1.7.0' alfworld==0.4.2
"$folder/bin/python" -c 'from importlib.metadata import version; print(*(f"{name} {version(name)}" for name in ("textworld", "alfworld", "fast-downward-textworld")), sep=", ")'
