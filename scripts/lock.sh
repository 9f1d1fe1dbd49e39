#!/bin/sh
# Write requirements/*.lock from pyproject.toml: every package, for every system and
# Python we support, with its hashes. What is pinned stays pinned unless told otherwise
# (--upgrade, --upgrade-package NAME).
set -eu

uv=build/uv/bin/uv
if [ ! -x "$uv" ]; then
    "$(sh scripts/python.sh)" -m venv build/uv
    build/uv/bin/python -m pip install --quiet --disable-pip-version-check uv==0.13.8
fi

lock() {
    "$uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --only-binary :all: --fork-strategy fewest --no-emit-index-url --custom-compile-command "make lock" \
        "$@"
}

compile() {
    lock pyproject.toml --group build "$@"
}

# Not the extra "ray": it is large, and what needs it is tried without it.
compile --extra app --extra openspiel --extra pettingzoo --extra postgres --extra sheets --group test --group check --group docs --output-file requirements/dev.lock "$@"
# A server can be given PostgreSQL without installing anything more.
compile --extra app --extra postgres --constraint requirements/dev.lock --output-file requirements/runtime.lock "$@"
lock --group linker --output-file requirements/linker.lock "$@"
echo "Wrote requirements/dev.lock, requirements/runtime.lock and requirements/linker.lock."
