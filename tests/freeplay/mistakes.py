"""Files of beginners, each with a mistake, and what a good teacher would say."""

from __future__ import annotations

from tests.freeplay.players import game_player, player

TOP = "from livestone import Player\n"


def a_class(body: str, head: str = "class Mine(Player):") -> str:
    """A file with a class of this body."""
    return f"{TOP}{head}\n" + "".join(f"    {line}\n" for line in body.splitlines())


ALWAYS = "def move(self):\n    return self.board.legal[0]"
# By name: the file's text, and what is said.
MISTAKES = {
    # The file
    "no colon": (a_class("def move(self)\n    return 0, 0"), "mine.py cannot be read: line 3"),
    "no indentation": (
        f"{TOP}class Mine(Player):\ndef move(self):\n    return 0, 0\n",
        "mine.py cannot be read: line 3",
    ),
    "a tab among spaces": (
        f"{TOP}class Mine(Player):\n    def move(self):\n\treturn 0, 0\n",
        "mine.py cannot be read: line 4",
    ),
    "one equals sign": (
        player("if self.board.size = 10:\n    return 0, 0"),
        "mine.py cannot be read: line 5",
    ),
    "print as a word": (player("print 'hello'\nreturn 0, 0"), "mine.py cannot be read: line 5"),
    "no closing bracket": (player("return self.board.legal[0"), "mine.py cannot be read: line 5"),
    "Class": (
        a_class(ALWAYS, "Class Mine(Player):"),
        "mine.py cannot be read: line 2: invalid syntax; write class in small letters",
    ),
    "no base": (
        a_class(ALWAYS, "class Mine:"),
        "mine.py has no player: write class Mine(Player) in place of class Mine",
    ),
    "no class": (
        f"{TOP}def move(self):\n    return 0, 0\n",
        "mine.py has no player: write class MyPlayer(Player) with a move",
    ),
    "two players": (
        a_class(ALWAYS) + a_class(ALWAYS, "class Other(Player):"),
        "mine.py has 2 players, Mine, Other: keep one in a file",
    ),
    "player in small letters": (
        "from livestone import player\nclass Mine(player): pass\n",
        "line 1); did you mean Player?",
    ),
    "a misspelt module": (
        f"import randon\n{a_class(ALWAYS)}",
        "line 1); did you mean random?",
    ),
    "a module that is nowhere": (
        f"import my_strategy\n{a_class(ALWAYS)}",
        "line 1); is the file beside yours, or is it misspelt?",
    ),
    "a player made": (
        a_class("def __init__(self): self.size = self.board.size") + "player = Mine()\n",
        "line 3); board is there in a game only: if this line makes a player, leave it out",
    ),
    # The method
    "no self": (
        a_class("def move():\n    return 0, 0"),
        "mine.py has no move that can be called: line 3: write `def move(self):`",
    ),
    "a parameter too many": (
        a_class("def move(self, board):\n    return 0, 0"),
        "mine.py has no move that can be called: line 3: write `def move(self):`",
    ),
    "Move": (
        a_class("def Move(self):\n    return 0, 0"),
        "mine.py has no move that can be called: write `def move(self):`, not def Move",
    ),
    "no method": (
        a_class("def choose(self):\n    return 0, 0"),
        "mine.py has no move that can be called: write `def move(self):`",
    ),
    "no state": (
        game_player("return state.legal[0]").replace("self, state", "self"),
        "mine.py has no move that can be called: line 4: write `def move(self, state):`",
    ),
    # What it returns
    "nothing": (
        player("cell = self.board.legal[0]"),
        "move returned None, not (x, y): is there a 'return' missing?",
    ),
    "printed": (
        player("print(self.board.legal[0])"),
        "move returned None, not (x, y): is there a 'return' missing?",
    ),
    "a loop without a hit": (
        player("for cell in self.board.live:\n    return cell"),
        "it came to its end, line 6, without a 'return': return something there as well",
    ),
    "a name of a cell": (
        player("return 'e5'"),
        "move returned 'e5', not (x, y): e5 is (4, 4) here",
    ),
    "a quotient": (
        player("return self.board.size / 2, self.board.size / 2"),
        "move returned (5.0, 5.0), not (x, y): use // to divide whole numbers",
    ),
    "one coordinate": (player("return 5"), "move returned 5, not (x, y): return two whole numbers"),
    "all cells": (
        player("return self.board.legal"),
        "not (x, y): these are 100 cells: return one of them",
    ),
    "Pass": (
        player("return 'Pass'"),
        "move returned 'Pass', not (x, y): write \"pass\", in small letters",
    ),
    "a text as a move": (
        player("return '4, 4'"),
        "move returned '4, 4', not (x, y): return two whole numbers",
    ),
    "a generator": (player("yield 0, 0"), "not (x, y): write return, not yield"),
    # The board
    "two brackets": (player("if self.board[0][0] == 'empty': return 0, 0"), "(mine.py, line 5)"),
    "round brackets": (
        player("if self.board(0, 0) == 'empty': return 0, 0"),
        "line 5); write board[x, y], with square brackets",
    ),
    "legal()": (
        player("return self.board.legal()[0]"),
        "line 5); write legal without (): it is a value, not a method",
    ),
    "size()": (
        player("return self.board.size() - 1, 0"),
        "line 5); write size without (): it is a value, not a method",
    ),
    "adjacent(cell)": (
        player("return self.board.adjacent((4, 4))[0]"),
        "line 5); give x and y, or *cell, which takes them out of a cell",
    ),
    "adjacent(last)": (
        player("last = (4, 4)\nreturn self.board.adjacent(last)[0]"),
        "line 6); write adjacent(*last), which takes x and y out of the cell",
    ),
    "after(cell)": (
        player("cell = 4, 4\nreturn self.board.after(cell).legal[0]"),
        "(mine.py, line 6)",
    ),
    "the last move at first": (
        player("x, y = self.board.last_opponent_move\nreturn x + 1, y"),
        "line 5); there is no last move before your opponent's first: ask `if last is not None:`",
    ),
    "*last at first": (
        player("return self.board.adjacent(*self.board.last_opponent_move)[0]"),
        "line 5); there is no last move before your opponent's first: ask `if last is not None:`",
    ),
    "last[0] at first": (
        player("return self.board.last_opponent_move[0] + 1, 0"),
        "line 5); there is no last move before your opponent's first: ask `if last is not None:`",
    ),
    "off the board": (
        player("if self.board[10, 0] == 'empty': return 0, 0"),
        "line 5); ask `if 0 <= x < board.size and 0 <= y < board.size:` first",
    ),
    "between cells": (
        player("return (4, 4) if self.board[self.board.size / 2, 4] else (0, 0)"),
        "line 5); use // to divide whole numbers",
    ),
    "board without self": (player("return board.legal[0]"), "line 5); write self.board"),
    "a near miss": (player("return self.board.legl[0]"), "line 5); did you mean legal?"),
    "a colour as a name": (
        player("return (0, 0) if self.board[0, 0] == EMPTY else (1, 1)"),
        'line 5); write "empty", in quotes',
    ),
    "a stone set": (
        player("self.board[4, 4] = 'white'\nreturn 4, 4"),
        "line 5); board.play(x, y) places a stone, board.after(x, y) makes a copy with it",
    ),
    "the board's length": (
        player("return len(self.board) - 1, 0"),
        "line 5); board.size is the cells along a side",
    ),
    "up to a number": (
        player("for x in self.board.size: return x, 0"),
        "line 5); write range(...) to count up to a number",
    ),
    "scores by number": (
        player("return self.board.scores[0], 0"),
        'line 5); scores are asked for by colour: board.scores["white"]',
    ),
    "scores by point": (
        player("return self.board.scores.white, 0"),
        'line 5); write ["white"]',
    ),
    # Python
    "no import": (
        player("return random.choice(self.board.legal)"),
        "line 5); write `import random` at the top of the file",
    ),
    "a name nowhere": (
        player("return best"),
        "line 5); set it before this line, or look for a misprint",
    ),
    "a misspelt name": (
        player("best_cell = (0, 0)\nreturn best_cel"),
        "line 6); did you mean best_cell?",
    ),
    "set too late": (
        player("best = best + 1 if self.board.moves else best\nreturn best, 0"),
        "line 5); a name that is set anywhere in a method must be set before it is used there",
    ),
    "an empty list": (
        player("good = []\nreturn good[0]"),
        "line 6); the list has fewer entries than that, or none: ask `if ...:` first",
    ),
    "the best of none": (
        player("return max(cell for cell in self.board.live)"),
        "line 5); there is nothing to choose from here: ask `if ...:` first",
    ),
    "any of none": (
        "import random\n" + player("return random.choice(self.board.live)"),
        "line 6); the list has fewer entries than that, or none: ask `if ...:` first",
    ),
    "a part not set": (
        player("self.count += 1\nreturn 0, 0"),
        "line 5); set self.count first, in __init__",
    ),
    "a text and a number": (
        player("self.logger.info('move ' + 1)\nreturn 0, 0"),
        'line 5); write f"... {value}" to put a value into a text',
    ),
    "the logger called": (
        player("self.logger('hello')\nreturn 0, 0"),
        'line 5); write self.logger.info("..."), which takes the text',
    ),
    "divided by nothing": (
        player("return 1 // len(self.board.moves), 0"),
        "line 5); ask first whether it is 0",
    ),
    "without an end": (
        player("return self.move()"),
        "line 5); a method calls itself without an end",
    ),
    "input": (
        player("return input('where? ')"),
        "line 5); nobody can type here: a player decides by itself, without input()",
    ),
    "exit": (player("exit()"), "move called sys.exit(); leave it out: a player stays to the end"),
    "a key that is not there": (
        player("seen = {}\nreturn seen[0, 0]"),
        "line 6); there is no such key: use .get(key), or ask `if key in ...` first",
    ),
    "state.legal()": (
        game_player("return state.legal()[0]"),
        "line 5); write legal without (): it is a value, not a method",
    ),
    "a cell in another game": (
        game_player("return 0, 0"),
        "move returned (0, 0), not a legal move: return one of state.legal, or its text",
    ),
}
