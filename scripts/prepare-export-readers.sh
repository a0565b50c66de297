#!/usr/bin/env bash
# A Python environment with the programs that read what `rlanything export` writes, with Minari, and with the schemas of Kubernetes and
# Compose, for their opt-in tests:
#   scripts/prepare-export-readers.sh /path/of/environment
#   RLANYTHING_EXPORT_READERS=/path/of/environment npm run test:peers
# Needs Python 3.11 or newer and PyPI.
set -euo pipefail
folder=${1:?name the folder of the environment}
. "$(dirname "$0")/python-environment.sh"
environment "$folder"
packages install tensorboard==2.21.0 'setuptools<81' pandas pyarrow duckdb pydantic 'minari==0.5.4' h5py pillow imageio kubernetes-validate==1.37.0
# Of Compose only the schema is used.
packages install --no-deps docker-compose==1.29.2
# Of Harbor only the models of its trajectories are used; they want no more than pydantic, and run on 3.11.
packages install --no-deps --python-version 3.12 harbor==0.25.0
"$folder/bin/python" -c 'import tensorboard, pandas, duckdb; print(tensorboard.__version__, pandas.__version__, duckdb.__version__)'
