#!/usr/bin/env bash
# The programs of others that `npm run bench:peers` compares with, in a folder with two Python environments:
#   scripts/prepare-bench-peers.sh /path/of/environments
#   npm run bench:peers -- --environments /path/of/environments
# Needs Python 3.11 or newer and PyPI; PyTorch comes along, some gigabytes unless PIP_EXTRA_INDEX_URL names one without CUDA. TextWorld's
# planner is compiled, which takes g++ and minutes; where that fails, the rest is measured without it.
set -euo pipefail
folder=${1:?name the folder of the environments}
python=${PYTHON:-python3}
mkdir -p "$folder"
[ -x "$folder/peers/bin/python" ] || "$python" -m venv "$folder/peers"
"$folder/peers/bin/python" -m pip install --quiet trl==1.16.0 'transformers>=5.13' datasets ctranslate2==4.8.5 gymnasium==1.4.0 \
  stable-baselines3==2.9.2 ray==2.60.0 psutil
"$folder/peers/bin/python" -c 'from importlib.metadata import version; print(*(f"{name} {version(name)}" for name in ("trl", "ctranslate2", "gymnasium", "stable-baselines3", "ray")), sep=", ")'
"$(dirname "$0")/prepare-alfworld.sh" "$folder/alfworld" || echo '# SKIPPED: TextWorld, which could not be built here' >&2
