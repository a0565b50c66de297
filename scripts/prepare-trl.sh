#!/usr/bin/env bash
# A Python environment with the real TRL, for the opt-in test of its trainer in a world of ours:
#   scripts/prepare-trl.sh /path/of/environment
#   RLANYTHING_TRL=/path/of/environment npm run test:peers
# Needs Python 3.11 or newer and PyPI; PyTorch comes along, some gigabytes unless UV_TORCH_BACKEND is cpu, which is not from PyPI.
set -euo pipefail
folder=${1:?name the folder of the environment}
. "$(dirname "$0")/python-environment.sh"
environment "$folder"
packages install trl==1.16.0 'transformers>=5.13' datasets jmespath openenv==0.10.0
"$folder/bin/python" -c 'import trl; print("trl", trl.__version__)'
