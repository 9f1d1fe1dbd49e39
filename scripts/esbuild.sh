#!/bin/sh
# See that there is the pinned esbuild, which bundles the static site's scripts, and what only the
# playground is made of, installing them with npm into the user's cache, checked against the lock
# file's hashes. Where that cannot be the tests
# that need it then skip, except under CI=true, which fails here.
set -eu

bundle() {
    .venv/bin/python -c "from livestone.app import bundle; print(bundle.$1())"
}

bundle esbuild >/dev/null 2>&1 && [ -d "$(bundle folder)/node_modules/pyodide" ] && exit
if command -v npm >/dev/null; then
    folder=$(bundle folder)
    echo "Installing esbuild ..." >&2
    mkdir -p "$folder"
    cp requirements/esbuild/package.json requirements/esbuild/package-lock.json "$folder"
    npm ci --prefix "$folder" --no-audit --no-fund --loglevel=error >&2 && bundle esbuild >/dev/null && exit
fi
echo "There is no esbuild here, and none could be installed: install Node with npm." >&2
[ "${CI:-}" != true ]
