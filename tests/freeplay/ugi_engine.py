"""A small UGI engine that shares nothing with Livestone: it plays Freedom, the first cell it may.

Its argument says what it does wrong at its second move: ``crash``, ``hang``, ``illegal``,
``flood``, ``garbage``; or at once: ``dumb`` says nothing, ``gone`` ends. ``slow`` thinks 0.3 s a
move, ``lost`` thinks it has lost.
"""

import itertools
import os
import sys
import time

wrong = sys.argv[1] if len(sys.argv) > 1 else ""
size, moves, asked = 10, [], 0


def say(line):
    print(line, flush=True)


def place(text):
    return ord(text[0]) - ord("a"), int(text[1:]) - 1


def best():
    taken = {place(move) for move in moves if move != "pass"}
    cells = list(itertools.product(range(size), range(size)))
    free = [cell for cell in cells if cell not in taken]
    if moves and moves[-1] != "pass":
        x, y = place(moves[-1])
        near = [cell for cell in free if max(abs(cell[0] - x), abs(cell[1] - y)) == 1]
        free = near or free
    return f"{chr(ord('a') + free[0][0])}{free[0][1] + 1}"


def go():
    global asked
    asked += 1
    if wrong == "slow":
        time.sleep(0.3)
    if asked == 2:
        if wrong == "crash":
            sys.exit(3)
        if wrong == "hang":
            time.sleep(1e6)
        if wrong == "illegal":
            return say(f"bestmove {moves[-1] if moves else 'z9'}")
        if wrong == "flood":
            while True:
                os.write(1, b"info depth 1 score cp 1 string %b\n" % (b"x" * 1000) * 100)
        if wrong == "garbage":
            os.write(1, b"\xff" * 100_000)
    say(f"info depth 1 nodes 1 score cp {'-900' if wrong == 'lost' else '0'} pv {best()}")
    say(f"bestmove {best()}")


if wrong == "gone":
    sys.exit(1)
for line in sys.stdin:
    word, *rest = line.split()
    if wrong == "dumb":
        continue
    if word == "ugi":
        say("id name Tiny")
        say("option name size type spin default 10 min 4 max 16")
        say("ugiok")
    elif word == "setoption":
        size = int(rest[3])
    elif word == "isready":
        say("readyok")
    elif word == "position":
        moves = rest[2:]
    elif word == "go":
        go()
    elif word == "quit":
        break
