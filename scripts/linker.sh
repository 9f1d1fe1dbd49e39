#!/bin/sh
# See that there is a linker for WebAssembly, installing one where that is possible: lld of the
# system without asking, or else the pinned package ziglang into .venv. Where there is none the
# tests that need it then skip, except under CI=true, which fails here.
set -eu
. scripts/apt.sh

find_linker() {
    .venv/bin/python -c 'from livestone.portable.link import linker; linker()' 2>/dev/null
}

install_wheel() {
    echo "Installing the package ziglang (100 MB), for its linker for WebAssembly ..." >&2
    .venv/bin/python -m pip --quiet --disable-pip-version-check install --require-hashes \
        --only-binary=:all: --no-deps -r requirements/linker.lock >&2
}

find_linker && exit
install_package lld "lld, the linker for WebAssembly" && find_linker && exit
install_wheel && find_linker && exit
echo "There is no linker for WebAssembly here, and none could be installed: install lld." >&2
[ "${CI:-}" != true ]
