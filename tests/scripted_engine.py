"""An engine of a few lines: `python scripted_engine.py uci|xboard BEHAVIOR`.

It plays the first legal move; `plain` goes on like that. From its second move on it otherwise does
what BEHAVIOR says: `illegal` plays one that is not legal, `crash` ends, `scream` ends in red,
`stall` says nothing, `babble` writes a line without end, `slow` waits 300 ms, and over XBoard
`resign` resigns, `claim` claims a draw, `refuse` calls the opponent's move illegal.
"""

import os
import sys
import time

import ferz


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


class Scripted:
    def __init__(self, behavior: str) -> None:
        self.behavior = behavior
        self.board = ferz.Board()
        self.moves = 0
        self.is_forced = True

    def move(self) -> str | None:
        """The move to say, or None where the script says something else."""
        self.moves += 1
        if self.moves < 2 or self.behavior == "plain":
            return str(self.board.legal_moves[0])
        if self.behavior == "crash":
            sys.stderr.write("a piece fell off the board\n")
            os._exit(3)
        if self.behavior == "scream":
            sys.stderr.write("\x1b[31mred\x07\n")
            os._exit(3)
        if self.behavior == "babble":
            sys.stdout.write("x" * 2_000_000)
            sys.stdout.flush()
            time.sleep(60)
        if self.behavior == "stall":
            time.sleep(60)
        if self.behavior == "slow":
            time.sleep(0.3)
            return str(self.board.legal_moves[0])
        texts = {"illegal": "a1a8", "resign": "resign", "claim": "1/2-1/2 {Because I say so}"}
        if self.behavior == "illegal":
            return texts["illegal"]
        say(texts.get(self.behavior, f"Illegal move: {self.board.peek()}"))
        return None

    def uci(self, line: str) -> None:
        words = line.split()
        if words[0] == "uci":
            say("id name Scripted")
            say("option name Hash type spin default 16 min 1 max 64")
            say("option name UCI_Variant type combo default chess var chess var gothic")
            say("uciok")
        elif words[0] == "isready":
            say("readyok")
        elif words[0] == "setoption" and "UCI_Variant" in words:
            self.board = ferz.Board(words[-1])
        elif words[0] == "position":
            self.board.reset()
            for word in words[3:]:
                self.board.push(word)
        elif words[0] == "go":
            move = self.move()
            say("info depth 1 score cp 12 nodes 20")
            say(f"bestmove {move}")

    def xboard(self, line: str) -> None:
        words = line.split()
        if words[0] == "protover":
            say('feature myname="Scripted" setboard=0 ping=1 usermove=1 variants="normal,gothic"')
            say('feature option="Style -combo calm /// wild" done=1')
        elif words[0] == "ping":
            say(f"pong {words[1]}")
        elif words[0] == "variant":
            self.board = ferz.Board(words[1])
        elif words[0] == "force":
            self.is_forced = True
        elif words[0] == "usermove":
            self.board.push(words[1])
            if not self.is_forced:
                self.go()
        elif words[0] == "go":
            self.is_forced = False
            self.go()

    def go(self) -> None:
        move = self.move()
        if move is not None:
            say("1 12 0 20 a line of thought")
            say(f"move {move}")
            if self.board.is_legal(move):
                self.board.push(move)


def main() -> None:
    protocol, behavior = sys.argv[1:3]
    engine = Scripted(behavior)
    for line in sys.stdin:
        if line.strip() == "quit":
            return
        if line.strip():
            getattr(engine, protocol)(line)


if __name__ == "__main__":
    main()
