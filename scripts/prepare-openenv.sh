#!/usr/bin/env bash
# A Python environment with the real OpenEnv, for the opt-in test of our server and of our client:
#   scripts/prepare-openenv.sh /path/of/environment
#   RLANYTHING_OPENENV=/path/of/environment npm run test:peers
# Needs Python 3.11 or newer and PyPI; 150 packages.
set -euo pipefail
folder=${1:?name the folder of the environment}
. "$(dirname "$0")/python-environment.sh"
environment "$folder"
packages install openenv==0.10.0
"$folder/bin/python" -c 'import openenv.core; from importlib.metadata import version; print("openenv", version("openenv"))'
