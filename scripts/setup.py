"""Make the virtual environment `.venv`, or bring it up to date.

    python3 scripts/setup.py runtime    what playing needs
    python3 scripts/setup.py dev        that, and what the tests and checks need

Everything comes from the lock files, checked against their hashes. The environment
is made afresh when a lock file or the Python changes, and otherwise left as it is.
"""

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STATE = VENV / "livestone.json"
PROFILES = ("runtime", "dev")


def digest(path: str) -> str:
    return hashlib.sha256((ROOT / path).read_bytes()).hexdigest()


def pip(*arguments: str) -> None:
    command = [VENV / "bin" / "python", "-m", "pip", "--disable-pip-version-check", *arguments]
    environment = {**os.environ, "PIP_USER": "0"}
    result = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if result.returncode:
        sys.stderr.buffer.write(result.stdout)
        sys.exit("Livestone could not be set up; the reason is above. Running it again is safe.")


def set_up(profile: str) -> None:
    home = [str(ROOT), sys.version, sys.base_prefix]  # an environment cannot be moved
    locks = {name: digest(f"requirements/{name}.lock") for name in PROFILES}
    project = digest("pyproject.toml")

    try:
        state = json.loads(STATE.read_text())
        current = state["home"] == home and all(
            locks[name] == installed for name, installed in state["locks"].items()
        )
    except (OSError, ValueError, KeyError):
        current = False
    if not current:
        print("Making the virtual environment .venv ...", flush=True)
        if VENV.exists():
            shutil.rmtree(VENV)
        venv.create(VENV, with_pip=True)
        state = {"home": home, "locks": {}, "project": None}
    if profile in state["locks"] and state["project"] == project:
        return

    if profile not in state["locks"]:
        print(f"Setting up Livestone ({profile}); the first time takes a minute ...", flush=True)
        lock = f"requirements/{profile}.lock"
        pip("install", "--require-hashes", "--only-binary=:all:", "--no-deps", "-r", lock)
    print("Installing Livestone itself ...", flush=True)
    pip("install", "--no-deps", "--no-build-isolation", "--editable", ".")
    pip("check")  # complains if pyproject.toml wants what the locks lack: run `make lock`

    # The development lock holds everything the runtime one does.
    state["locks"].update(locks if profile == "dev" else {profile: locks[profile]})
    state["project"] = project
    STATE.write_text(json.dumps(state, indent=2))


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in PROFILES:
        sys.exit(__doc__)
    (ROOT / "build").mkdir(exist_ok=True)
    with open(ROOT / "build" / "setup.lock", "w") as turn:
        try:
            fcntl.flock(turn, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Waiting for another setup of the same folder ...", flush=True)
            fcntl.flock(turn, fcntl.LOCK_EX)
        set_up(sys.argv[1])
