#!/bin/sh
# Run a command beside a PostgreSQL server of its own, whose address is in
# LIVESTONE_TEST_POSTGRES:  sh scripts/postgres.sh make test
# Its files are in a new folder that is gone afterwards. Without a server's programs the command
# runs alone; the tests that want one then say that they were skipped.
set -eu

if [ -n "${LIVESTONE_TEST_POSTGRES:-}" ]; then
    exec "$@"
fi
PATH="$PATH:$(ls -d /usr/lib/postgresql/*/bin /usr/pgsql-*/bin 2>/dev/null | tail -n 1)"
if ! command -v initdb >/dev/null || ! command -v pg_ctl >/dev/null; then
    echo "There is no PostgreSQL here: what needs it is not tried." >&2
    exec "$@"
fi

folder=$(mktemp -d "${TMPDIR:-/tmp}/livestone-postgres-XXXXXX")
as=""
if [ "$(id -u)" = 0 ]; then # it refuses to run as root
    user=postgres
    id "$user" >/dev/null 2>&1 || user=nobody
    chown "$user" "$folder"
    as="setpriv --reuid=$user --regid=$(id -g "$user") --clear-groups --"
fi
chmod 700 "$folder"
port=$("$(sh scripts/python.sh)" -c \
    'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')

end() {
    (cd "$folder" && $as pg_ctl -D data -m immediate -w stop >/dev/null 2>&1) || true
    rm -rf "$folder"
}
trap end EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Tests lose nothing by it: no power cut is survived, but everything else.
options="-p $port -k $folder -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200"
if ! (cd "$folder" && $as initdb -D data -A trust -U livestone -E UTF8 --locale=C --no-sync &&
    $as pg_ctl -D data -l "$folder/log" -o "$options" -w -t 60 start) >"$folder/setup" 2>&1; then
    cat "$folder/setup" "$folder/log" >&2 || true
    echo "PostgreSQL could not be started; the reason is above." >&2
    exit 1
fi
LIVESTONE_TEST_POSTGRES="postgresql://livestone@127.0.0.1:$port/postgres" "$@"
