"""A player that tries what a player must not be able to do, and logs how far it came.

``TARGET`` is set by the test: the process ids of the test and of another player, a secret file, the
neighbour's file, a port and a socket where somebody listens, a folder to flee to. Each attack
returns whether it succeeded; those that could harm the test itself are tried in a box only.
"""

import ctypes
import gc
import os
import signal
import socket
import threading
import time
from pathlib import Path

from livestone import Player

TARGET = {}
LIBC = ctypes.CDLL(None, use_errno=True)
PTRACE_ATTACH, PTRACE_DETACH = 16, 17


def reads_a_secret():
    return Path(TARGET["secret"]).read_text() == "secret"


def changes_a_neighbour():
    return Path(TARGET["neighbour"]).write_text("# mine now\n") > 0


def lists_other_players():
    return TARGET["neighbour"].rpartition("/")[2] in os.listdir(".")


def calls_system():
    return LIBC.system(b"true") == 0


def spawns():
    pid = ctypes.c_int()
    arguments = (ctypes.c_char_p * 2)(b"true", None)
    nothing = (ctypes.c_char_p * 1)(None)
    return LIBC.posix_spawnp(ctypes.byref(pid), b"true", None, None, arguments, nothing) == 0


def forks_and_flees():
    found = LIBC.fork()
    if found == 0:
        LIBC.setsid()
        time.sleep(600)
        os._exit(0)
    return found > 0 and Path(TARGET["folder"], "fled").write_text(str(found)) > 0


def clones_by_hand():
    found = LIBC.syscall(56 if os.uname().machine == "x86_64" else 220, signal.SIGCHLD, 0, 0, 0, 0)
    if found == 0:
        os._exit(0)
    return found > 0


def switches_the_guard_off():
    guards = [one for one in gc.get_objects() if type(one).__name__ == "Guard"]
    for guard in guards:
        guard._allowed = True
    return os.posix_spawnp("true", ["true"], {}) > 0


def reads_environ():
    return len(Path(f"/proc/{TARGET['test']}/environ").read_bytes()) > 0


def kills_its_opponent():
    return LIBC.kill(TARGET["opponent"], 0) == 0


def kills_by_pidfd():
    opened = os.pidfd_open(TARGET["opponent"])
    signal.pidfd_send_signal(opened, 0)
    return True


def connects():
    return socket.create_connection(("127.0.0.1", TARGET["port"]), timeout=5) is not None


def connects_to_a_file():
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(TARGET["socket"])
    return True


def raises_its_limits():
    import resource

    limit = (ctypes.c_ulong * 2)(2**60, 2**60)
    return any(
        LIBC.setrlimit(kind, limit) == 0
        for kind in (resource.RLIMIT_AS, resource.RLIMIT_NPROC, resource.RLIMIT_FSIZE)
    )


def is_somebody():
    return os.getuid() == 0 or os.getuid() == TARGET["user"]


# From here on what would harm the test, or take long, where it succeeds.


def kills_its_box():
    return LIBC.kill(1, signal.SIGKILL) == 0


def reads_memory():
    for process in (os.getppid(), TARGET["test"], 1):
        with open(f"/proc/{process}/mem", "rb+"):
            return True


def traces():
    found = [LIBC.ptrace(PTRACE_ATTACH, pid, 0, 0) for pid in (os.getppid(), TARGET["test"])]
    return 0 in found


def fills_the_disk():
    written = 0
    for place in (".", "/tmp", "/dev/shm", "/var/tmp", "/", TARGET["folder"]):
        for number in range(40):
            try:
                Path(place, f"full{number}").write_bytes(bytes(2**20))
                written += 2**20
            except OSError:
                break
    for number in range(40):
        Path(f"full{number}").unlink(missing_ok=True)
    return written > 32 * 2**20


def fills_the_log():
    for _ in range(40):
        os.write(2, bytes(2**20))
    return True


def hides_memory():
    return LIBC.memfd_create(b"", 0) >= 0 or LIBC.shmget(0, 2**30, 0o1600) >= 0


def starts_many_threads():
    threads = [threading.Thread(target=time.sleep, args=(0.1,), daemon=True) for _ in range(300)]
    for thread in threads:
        thread.start()
    return True


def enters_another_user_namespace():
    return LIBC.unshare(0x10000000) == 0


def pretends_to_be_killed():
    return os.kill(os.getpid(), signal.SIGKILL) is None


HARMLESS = (
    *(reads_a_secret, changes_a_neighbour, lists_other_players, calls_system, spawns),
    *(forks_and_flees, clones_by_hand, reads_environ, kills_its_opponent, kills_by_pidfd),
    *(connects, connects_to_a_file, is_somebody, switches_the_guard_off),
)
HARMFUL = (
    *(kills_its_box, reads_memory, traces, fills_the_disk, hides_memory, starts_many_threads),
    *(enters_another_user_namespace, raises_its_limits, pretends_to_be_killed, fills_the_log),
)


class Attacker(Player):
    def move(self):
        if not self.board.moves:
            for attack in HARMLESS + (HARMFUL if TARGET["boxed"] else ()):
                try:
                    done = attack()
                except Exception as error:
                    self.logger.info("failed: %s, %s", attack.__name__, error)
                else:
                    self.logger.info("%s: %s", "done" if done else "failed", attack.__name__)
        return self.board.legal[0]
