#!/usr/bin/env bash
# The programs of others that `npm run bench:peers` compares with, in a folder with two Python environments:
#   scripts/prepare-bench-peers.sh /path/of/environments
#   npm run bench:peers -- --environments /path/of/environments
# Needs Python 3.11 or newer and PyPI; PyTorch comes along, some gigabytes unless UV_TORCH_BACKEND is cpu, which is not from PyPI. TextWorld's
# planner is compiled, which takes g++ and minutes; where that fails, the rest is measured without it.
set -euo pipefail
folder=${1:?name the folder of the environments}
mkdir -p "$folder"
. "$(dirname "$0")/python-environment.sh"
environment "$folder/peers"
packages install trl==1.16.0 'transformers>=5.13' peft==0.21.2 datasets ctranslate2==4.8.5 xllamacpp==2026.10.11549 gymnasium==1.4.0 \
  stable-baselines3==2.9.2 ray==2.60.0 psutil
"$folder/peers/bin/python" -c 'from importlib.metadata import version; print(*(f"{name} {version(name)}" for name in ("trl", "peft", "ctranslate2", "xllamacpp", "gymnasium", "stable-baselines3", "ray")), sep=", ")'
"$(dirname "$0")/prepare-alfworld.sh" "$folder/alfworld" || echo '# SKIPPED: TextWorld, which could not be built here' >&2
