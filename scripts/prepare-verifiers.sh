#!/usr/bin/env bash
# A Python environment with the real verifiers, for the opt-in test of its OpenEnv environment on our server:
#   scripts/prepare-verifiers.sh /path/of/environment
#   RLANYTHING_VERIFIERS=/path/of/environment npm run test:peers
# Needs Python 3.11 or newer and PyPI. verifiers and OpenEnv 0.10 want other versions of mcp, so what OpenEnv needs comes by way of its
# predecessor, and OpenEnv itself alone; its client works so.
set -euo pipefail
folder=${1:?name the folder of the environment}
. "$(dirname "$0")/python-environment.sh"
environment "$folder"
packages install verifiers==0.4.0 openenv-core==0.3.0
packages uninstall openenv-core
packages install --no-deps openenv==0.10.0
"$folder/bin/python" -c 'import verifiers.v1.tasksets.openenv; from importlib.metadata import version; print("verifiers", version("verifiers"))'
