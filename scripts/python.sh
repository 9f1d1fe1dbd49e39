#!/bin/sh
# Print a Python that Livestone can use. PYTHON=... chooses one.
set -eu

for python in ${PYTHON:-python3.11 python3.12 python3.13 python3}; do
    # Run it rather than look for it: some launchers exist without a Python behind them.
    if "$python" -c 'import sys, ensurepip, venv; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' \
        >/dev/null 2>&1; then
        echo "$python"
        exit
    fi
done

cat >&2 <<END
Livestone needs Python 3.11 to 3.14, with its venv module, and found none
(tried: ${PYTHON:-python3.11, python3.12, python3.13, python3}).
Get it from python.org; on Debian or Ubuntu: apt install python3 python3-venv.
END
exit 1
