# To be read by other scripts: installs packages of Debian and Ubuntu, where that is possible
# without asking.

apt() {
    if [ "$(id -u)" -eq 0 ]; then
        DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=600 "$@"
    else
        sudo -n DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=600 "$@"
    fi </dev/null >/dev/null
}

# install_package NAME WORDS: the words tell what is being installed and why.
install_package() {
    command -v apt-get >/dev/null || return 1
    [ "$(id -u)" -eq 0 ] || sudo -n true 2>/dev/null || return 1
    echo "Installing $2 ..." >&2
    for attempt in 1 2 3; do # another installation may hold the package lists
        if apt update && apt install -y --no-install-recommends "$1"; then
            return
        fi
        sleep $((attempt * 5))
    done
    return 1
}
