#!/bin/sh
# Run uv, installed into .uv/ first if this machine has none:  ./uv.sh run manage.py up
# Installing uv needs only python3 (3.8 or newer) and a network.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
folder=$root/.uv

fail() {
  echo "uv.sh: $*" >&2
  exit 1
}

# Print the path of the Python $1 if its version is at least $2 and below $3. Version managers choose
# a Python by the current folder, and may have none for this folder, so run it in the root folder.
python_path() {
  (cd / && "$1" -c "import sys; $2 <= sys.version_info < $3 and print(sys.executable)") 2>/dev/null
}

# Download pip to the file $2, with the Python $1. Debian's Python has no pip: it is another package.
download_pip() {
  "$1" - "$2" 2>/dev/null <<'PYTHON'
import json, sys
from urllib.parse import urljoin
from urllib.request import urlopen, urlretrieve

index = "https://pypi.org/pypi/pip/json"
with urlopen(index) as response:
    files = json.load(response)["urls"]
[wheel] = [file["url"] for file in files if file["packagetype"] == "bdist_wheel"]
urlretrieve(urljoin(index, wheel), sys.argv[1])
PYTHON
}

# Move uv into place last, so that an interrupted installation leaves no incomplete uv there.
install_uv() {
  for name in python3 python /usr/bin/python3; do
    python=$(python_path "$name" "(3, 8)" "(4,)") || continue
    [ -z "$python" ] || break
  done
  [ -n "${python:-}" ] || fail "python3 is missing: install it, or uv (https://docs.astral.sh/uv/)"
  echo "uv.sh: installing uv into $folder" >&2
  mkdir -p "$folder"
  work=$(mktemp -d "$folder/install.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  trap 'exit 130' HUP INT TERM
  if "$python" -m pip --version >/dev/null 2>&1; then
    pip="$python"
  elif "$python" -m venv "$work/venv" >/dev/null 2>&1; then
    pip=$work/venv/bin/python
  elif download_pip "$python" "$work/pip.whl"; then
    pip=$python
    PYTHONPATH=$work/pip.whl
    export PYTHONPATH
  else
    fail "this Python has no pip: apt-get install python3-venv, or install uv" \
      "(https://docs.astral.sh/uv/)"
  fi
  PIP_USER=0 PIP_REQUIRE_VIRTUALENV=0 PIP_ROOT_USER_ACTION=ignore "$pip" -m pip install --quiet \
    --disable-pip-version-check --target "$work/packages" uv || fail "pip could not install uv"
  mv "$work/packages/bin/uv" "$folder/uv"
  unset PYTHONPATH
  trap - EXIT HUP INT TERM
  rm -rf "$work"
}

# If uv finds no suitable Python, set UV_PYTHON to one that uv overlooks, or let uv download one. uv
# stops searching when a version manager's `python3` fails.
choose_python() {
  (cd "$root" && "$uv" python find) >/dev/null 2>&1 && return
  for name in python3 python3.14 python3.13 python3.12 \
    "${PYENV_ROOT:-${HOME:-}/.pyenv}"/versions/3.*/bin/python3; do
    python=$(python_path "$name" "(3, 12)" "(3, 16)") || continue
    if [ -n "$python" ]; then
      export UV_PYTHON="$python"
      return
    fi
  done
  export UV_PYTHON_PREFERENCE=only-managed
}

# An installed uv may fail to run: pyenv's works only while a Python that has uv is selected.
uv=uv
if ! uv --version >/dev/null 2>&1; then
  uv=$folder/uv
  "$uv" --version >/dev/null 2>&1 || install_uv
fi
[ -n "${UV_PYTHON:-}" ] || choose_python
exec "$uv" "$@"
