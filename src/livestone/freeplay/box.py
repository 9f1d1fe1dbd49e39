"""A sandbox for players' files of others, by bubblewrap and a filter of system calls.

The box shows one process Python, Livestone and a copy of one file, all read-only, and one small
folder in memory; no network, no other processes, no ``/proc``. The filter allows no second process,
so that the limits of the one are those of all that a player does.
"""

from __future__ import annotations

import ctypes
import itertools
import os
import random
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path

import livestone
from livestone.freeplay.child import OUTSIDE
from livestone.freeplay.limits import BOX

FOLDER = Path(BOX)  # with the copy of the file; all that can be written to
MAX_WRITTEN = 16 << 20  # bytes there
MAX_FILES = 1000  # there: empty ones take memory too
MAX_SECONDS = 30  # for the first box, which shows whether there can be any
SYSTEM = ("bin", "lib", "lib32", "lib64", "sbin", "usr")
# The parts of Livestone that a player needs; the engine is in the others.
RULES = ("boards", "compiler", "core", "draw", "freeplay", "games", "languages")
SHARED = ("play/__init__.py", "play/pipes.py")  # with the engine, and needed
DEVICES = ("null", "random", "urandom", "zero")
# A user id of its own for every box, so that root's limit of processes counts one box.
USERS = itertools.count(random.randrange(1_000_000_000, 2_000_000_000))

# What a player has no use for, and what reaches other processes, or memory beyond the limits.
DENIED = (
    *("fork", "vfork", "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise"),
    *("kill", "tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "timer_create", "kcmp"),
    *("pidfd_open", "pidfd_getfd", "pidfd_send_signal", "unshare", "setns", "mount", "umount2"),
    *("pivot_root", "chroot", "open_tree", "move_mount", "fsopen", "fsmount", "mount_setattr"),
    *("bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "add_key", "request_key"),
    *("keyctl", "memfd_create", "memfd_secret", "shmget", "msgget", "semget", "mq_open"),
    *("inotify_init", "inotify_init1", "fanotify_init", "socket", "ioprio_set"),
)
# What is tried in the first box.
CHECK = "import ctypes, sys; ctypes.CDLL(None).fork() < 0 or sys.exit('the filter fails')"
ALLOW, REFUSE, ENOSYS, EPERM = 0x7FFF0000, 0x00050000, 38, 1
EQUAL, MASKED_EQUAL = 4, 7
CLONE_THREAD = 0x10000


class _Comparison(ctypes.Structure):
    """``struct scmp_arg_cmp``: what an argument of a system call is compared with."""

    _fields_ = (
        ("argument", ctypes.c_uint),
        ("operator", ctypes.c_int),
        ("first", ctypes.c_uint64),
        ("second", ctypes.c_uint64),
    )


@cache
def missing() -> str | None:
    """Why there is no sandbox on this machine, None where there is one."""
    if sys.platform != "linux":
        return "bubblewrap needs Linux"
    for program in ("bwrap", *(["setpriv"] if _is_root() else [])):
        if shutil.which(program) is None:
            return f"{'bubblewrap' if program == 'bwrap' else program} is not installed"
    try:
        with command([sys.executable, "-c", CHECK], Path(__file__)) as (arguments, files):
            subprocess.run(
                arguments,
                pass_fds=files,
                check=True,
                capture_output=True,
                text=True,
                timeout=MAX_SECONDS,
            )
    except (OSError, AttributeError) as error:
        return f"libseccomp cannot be loaded: {error}"
    except subprocess.TimeoutExpired:
        return f"bubblewrap did not answer within {MAX_SECONDS} seconds"
    except subprocess.CalledProcessError as error:
        return error.stderr.strip().splitlines()[-1] if error.stderr.strip() else str(error)
    return None


@contextmanager
def command(
    argv: Sequence[str], file: Path, rules: str = "", *, engine: bool = True
) -> Iterator[tuple[list[str], list[int]]]:
    """The command that runs ``argv`` in a box, and the file descriptors that it needs.

    The box has a copy of ``file``, in :data:`FOLDER`, and may read the game's file ``rules``;
    without ``engine`` it has nothing of Livestone but the rules.
    """
    with ExitStack() as stack:
        copied = stack.enter_context(file.open("rb")).fileno()
        calls = stack.enter_context(tempfile.TemporaryFile())
        calls.write(_filter())
        calls.seek(0)
        arguments = [
            *("bwrap", "--die-with-parent", "--new-session", "--seccomp", str(calls.fileno())),
            *("--unshare-ipc", "--unshare-net", "--unshare-pid", "--unshare-uts"),
            *("--unshare-cgroup-try", "--hostname", "player"),
            *_system(),
            *(part for place in _read(rules) for part in _readable(place)),
            *([] if engine else _without_engine()),
            *("--perms", "0777", "--size", str(MAX_WRITTEN), "--tmpfs", str(FOLDER)),
            *("--perms", "0444", "--file", str(copied), str(FOLDER / file.name)),
            *("--remount-ro", "/", "--chdir", str(FOLDER), "--setenv", "TMPDIR", str(FOLDER)),
        ]
        yield [*arguments, *_as_nobody(), *argv], [copied, calls.fileno()]


def cpu_time(process: int) -> float:
    """The seconds of CPU time that a process has used, all its threads together; 0 if it ended."""
    with suppress(OSError):
        return time.clock_gettime(~process << 3 | 2)  # as clock_getcpuclockid(3) makes it
    return 0.0


def file_count(process: int) -> int:
    """How many files a process has made in its folder; 0 if it ended."""
    with suppress(OSError):
        found = os.statvfs(f"/proc/{process}/root{FOLDER}")
        return found.f_files - found.f_ffree
    return 0


def _is_root() -> bool:
    """Whether this is root outside of all user namespaces, whose processes are not counted."""
    maps = Path("/proc/self/uid_map")
    return os.geteuid() == 0 and maps.exists() and maps.read_text().split()[2] == str(2**32 - 1)


def _as_nobody() -> list[str]:
    """The last arguments of bwrap: who the player is, and for root the program that does it."""
    user = str(next(USERS))
    if not _is_root():
        return ["--unshare-user", "--uid", user, "--gid", user, "--"]
    kept = ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP")
    return [
        *("--cap-drop", "ALL", *(part for name in kept for part in ("--cap-add", name)), "--"),
        *("setpriv", "--reuid", user, "--regid", user, "--clear-groups"),
        *("--inh-caps", "-all", "--bounding-set", "-all"),
    ]


def _system() -> list[str]:
    """Arguments for the parts of the system that programs need, and for harmless devices."""
    found = []
    for name in SYSTEM:
        place = Path("/", name)
        if place.is_symlink():
            found += ["--symlink", str(place.readlink()), str(place)]
        elif place.is_dir():
            found += ["--ro-bind", str(place), str(place)]
    for name in ("ld.so.cache", "localtime"):
        found += _readable(f"/etc/{name}")
    found += ["--perms", "0755", "--dir", "/dev"]
    for name in DEVICES:
        found += ["--dev-bind", f"/dev/{name}", f"/dev/{name}"]
    return found


def _readable(place: str) -> list[str]:
    """Arguments for a file or folder that is shown where it is, in folders that all may enter."""
    return ["--perms", "0755", "--dir", str(Path(place).parent), "--ro-bind-try", place, place]


def _read(rules: str) -> list[str]:
    """The files and folders with Python, its libraries, Livestone and the rules of a game."""
    real = Path(sys.executable).resolve()
    prefixes = dict.fromkeys((sys.prefix, sys.base_prefix, str(real.parents[1])))
    parts = ("bin", "lib", "lib64", "pyvenv.cfg")
    packages = (place for place in sys.path if Path(place).name.endswith("-packages"))
    found = [
        *(f"{prefix}/{part}" for prefix in prefixes if prefix != "/usr" for part in parts),
        *(sysconfig.get_path(name) for name in ("stdlib", "platstdlib")),
        *packages,
        str(Path(livestone.__file__).parent),
    ]
    if rules:
        beside = Path(rules).parent.glob("*.py") if Path(rules).stem == "rules" else [Path(rules)]
        found += map(str, beside)
    return list(dict.fromkeys(found))


def _without_engine() -> list[str]:
    """Arguments that put an empty folder in the place of every part but the rules."""
    home = Path(livestone.__file__).parent
    hidden = [part for part in home.iterdir() if part.is_dir() and part.name not in RULES]
    folders = [str(part) for part in hidden if part.name != "__pycache__"]
    found = [argument for folder in folders for argument in ("--tmpfs", folder)]
    for name in SHARED:
        found += ["--ro-bind", str(home / name), str(home / name)]
    return found + [argument for folder in folders for argument in ("--remount-ro", folder)]


@cache
def _filter() -> bytes:
    """The filter of system calls, as the kernel reads it. Raises OSError without libseccomp."""
    library = ctypes.CDLL("libseccomp.so.2")
    library.seccomp_init.restype = ctypes.c_void_p
    rules = ctypes.c_void_p(library.seccomp_init(ctypes.c_uint32(ALLOW)))

    def refuse(name: str, error: int = EPERM, *when: _Comparison) -> None:
        number = library.seccomp_syscall_resolve_name(name.encode())
        compared = (_Comparison * len(when))(*when)
        action = ctypes.c_uint32(REFUSE | error)
        # An older library does not know the latest calls.
        if number != -1 and library.seccomp_rule_add_array(
            rules, action, number, len(when), compared
        ):
            raise OSError(f"it cannot refuse {name}")

    for name in DENIED:
        refuse(name)
    refuse("clone", EPERM, _Comparison(0, MASKED_EQUAL, CLONE_THREAD, 0))
    refuse("clone3", ENOSYS)  # whose flags cannot be looked at: the C library then calls clone
    for signal in OUTSIDE:  # which a player may not pretend to get
        refuse("tgkill", EPERM, _Comparison(2, EQUAL, signal, 0))
    with tempfile.TemporaryFile() as written:
        if library.seccomp_export_bpf(rules, written.fileno()):
            raise OSError("it makes no filter here")
        library.seccomp_release(rules)
        written.seek(0)
        return written.read()
