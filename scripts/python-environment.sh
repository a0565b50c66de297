# Read by the scripts that prepare environments of Python:
#   environment FOLDER    makes the one that is meant from here on, if it is not there
#   packages COMMAND...   is `uv pip COMMAND...` for it
# uv takes seconds for what takes pip minutes. Where the machine has no uv, one from PyPI is put into the environment.

# What a script imports to try its environment is compiled by that, once.
unset PYTHONDONTWRITEBYTECODE

environment() {
  interpreter=$1/bin/python
  uv=$(command -v uv || echo "$1/bin/uv")
  if [ -x "$uv" ]; then
    [ -x "$interpreter" ] || "${PYTHON:-python3}" -m venv --without-pip "$1"
  else
    "${PYTHON:-python3}" -m venv "$1"
    "$interpreter" -m pip install --quiet --disable-pip-version-check uv
  fi
}

packages() {
  "$uv" pip "$1" --quiet --python "$interpreter" "${@:2}"
}
