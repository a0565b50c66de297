#!/usr/bin/env bash
# Frameworks of agents, of JavaScript and Python, for the test of a gateway with them:
#   scripts/prepare-agents.sh /path/of/folder
#   RLANYTHING_AGENTS=/path/of/folder npm run test:peers
# Needs npm's registry, PyPI and 700 MB.
set -euo pipefail
folder=${1:?name the folder}
here=$(dirname "$0")
. "$here/python-environment.sh"
environment "$folder/python"
packages install openai==3.57.0 smolagents==1.26.0
cp "$here/../examples/agents/package.json" "$folder"
npm install --no-audit --no-fund --ignore-scripts --prefix "$folder"
