#!/usr/bin/env bash
# A Python environment with the real client of the Tinker API, for the opt-in test of our server:
#   scripts/prepare-tinker-client.sh /path/of/environment
#   TINKER_CLIENT=/path/of/environment npx ava dist/test/conformance/tinker-client.test.js
# Needs Python 3.11 or newer and PyPI.
set -euo pipefail
folder=${1:?name the folder of the environment}
python=${PYTHON:-python3}
[ -x "$folder/bin/python" ] || "$python" -m venv "$folder"
"$folder/bin/python" -m pip install --quiet tinker==0.38.0
"$folder/bin/python" -c 'import tinker; print("tinker", tinker.__version__)'
