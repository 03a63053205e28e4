"""How games end for the slow generator."""

from slow.game import Square
from slow.moves import Move, moves_before_ends, play
from slow.position import Position

End = tuple[bool | None, str]


def immediate_end(position: Position) -> End | None:
    """An end that leaves no legal moves: extinction, a race or a count of checks."""
    return _extinction(position) or _flag(position) or _checks(position)


def _extinction(position: Position) -> End | None:
    rules, us = position.game.rules, position.white_to_move
    if rules["extinction_value"] == "none":
        return None
    together = rules["extinction_piece_types"] == "*"
    groups = [position.game.letters] if together else position.game.kinds("extinction_piece_types")
    for side in (not us, us):
        for group in groups:
            # A side that was bared on the other's move may bare it in reply: one piece more counts.
            needed = rules["extinction_opponent_piece_count"]
            needed += rules["extinction_claim"] and side == us
            few = _count(position, side, group) <= rules["extinction_piece_count"]
            if few and _count(position, not side, group) >= needed:
                bare = together and rules["extinction_piece_count"] > 0
                reason = "bare_king" if bare else "extinction"
                return value_for(rules["extinction_value"], side), reason
    return None


def _count(position: Position, white: bool, letters: set[str] | str) -> int:
    held = sum(n for letter, n in position.hands[white].items() if letter in letters)
    return len(position.all_of(white, letters)) + held


def _flag(position: Position) -> End | None:
    us = position.white_to_move
    ours, theirs = _arrived(position, us), _arrived(position, not us)
    if position.game.rules["flag_move"]:
        if ours:
            return (None if theirs else us), "flag"
        if theirs and not us and _can_arrive(position):
            return None
    return (not us, "flag") if theirs else None


def _arrived(position: Position, white: bool) -> bool:
    return any(square in _goal(position, white) for square in _racers(position, white))


def _goal(position: Position, white: bool) -> set[Square]:
    return position.game.rule_region("flag_region", white, "flag_region")


def _racers(position: Position, white: bool) -> list[Square]:
    piece = position.game.rules["flag_piece"]
    return position.all_of(white, position.game.letters if piece in ("", "*") else piece)


def _can_arrive(position: Position) -> bool:
    us = position.white_to_move
    return any(_arrived(play(position, move), us) for move in moves_before_ends(position))


def _checks(position: Position) -> End | None:
    them = not position.white_to_move
    return (them, "checks") if position.checks and position.checks[them] <= 0 else None


def legal_moves(position: Position) -> list[Move]:
    """Every legal move; none once the game has ended by a race, by extinction or by checks."""
    if position.known_moves is None:
        ended = immediate_end(position)
        position.known_moves = [] if ended else moves_before_ends(position)
    return position.known_moves


def value_for(value: str, side: bool) -> bool | None:
    """Who wins by a rule's value that is meant for this side."""
    return {"win": side, "loss": not side, "draw": None}[value]


def stalemate(position: Position) -> End:
    rules, us = position.game.rules, position.white_to_move
    if not rules["stalemate_piece_count"]:
        return value_for(rules["stalemate_value"], us), "stalemate"
    # Fewer pieces wins if stalemate is a win, more pieces wins if it is a loss.
    ours, theirs = len(_all(position, us)), len(_all(position, not us))
    if ours == theirs:
        return None, "piece_count"
    return value_for(rules["stalemate_value"], us if ours < theirs else not us), "piece_count"


def _all(position: Position, white: bool) -> list[Square]:
    return position.all_of(white, position.game.letters)


def is_dead(position: Position) -> bool:
    """Neither side can ever mate: kings alone, one minor piece, or bishops of one color."""
    game, rules = position.game, position.game.rules
    decisive = [
        rules["piece_drops"],
        rules["extinction_value"] != "none",
        rules["flag_region"] != "-" or rules["flag_region_white"] or rules["flag_region_black"],
        rules["check_counting"],
        rules["stalemate_value"] != "draw" or rules["checkmate_value"] != "loss",
        rules["n_fold_value"] != "draw",
    ]
    if any(decisive) or not game.royals:
        return False
    moves = {game.betza[piece.letter] for piece in position.board.values()}
    others = [s for s, p in position.board.items() if p.letter not in game.royals]
    if any(game.betza[letter] != "K" for letter in game.royals) or moves - {"K", "N", "B"}:
        return False
    if len(position.board) - len(others) != 2:
        return False
    if len(others) <= 1:
        return not others or game.betza[position.board[others[0]].letter] != "K"
    bishops = all(game.betza[position.board[s].letter] == "B" for s in others)
    return bishops and len({(x + y) % 2 for x, y in others}) == 1
