#!/bin/sh
# Print the path of a browser the tests can drive, installing Chromium where that is
# possible without asking. Chromium's headless shell comes first: it is the same without
# windows, and takes less of the processor. Prints nothing where there is no browser: the
# tests that need one then skip, except under CI=true, which fails here.
set -eu
. scripts/apt.sh

# A browser counts only if it starts: some packages install a mere signpost.
find_browser() {
    for name in "${LIVESTONE_CHROMIUM:-}" chromium-headless-shell chromium google-chrome \
        google-chrome-stable chromium-browser \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" \
        /Applications/Chromium.app/Contents/MacOS/Chromium; do
        path=$(command -v "$name" 2>/dev/null) || continue
        if "$path" --version </dev/null >/dev/null 2>&1; then
            echo "$path"
            return
        fi
    done
    return 1
}

find_browser && exit
for package in chromium-headless-shell chromium; do
    install_package $package "Chromium for the browser tests" && find_browser && exit
done
if [ "${CI:-}" = true ]; then
    echo "There is no Chromium or Chrome here and none could be installed; CI needs one." >&2
    exit 1
fi
echo "There is no Chromium or Chrome here, so the browser tests will be skipped." >&2
