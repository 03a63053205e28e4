"""How games end for the slow generator."""

from slow.betza import read_betza
from slow.game import Game, Square
from slow.moves import Move, in_check, moves_before_duties, moves_before_ends, play
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
    us, rules = position.white_to_move, position.game.rules
    ours, theirs = _arrived(position, us), _arrived(position, not us)
    if not rules["flag_move"]:
        return (not us, "flag") if theirs else None
    # The runner has survived a move of the other side.
    kings_race = rules["flag_piece"] in position.game.royals
    if ours:
        return (None if theirs and us and kings_race else us), "flag"
    if not theirs or not kings_race or (not us and _can_arrive(position)):
        return None
    return not us, "flag"


def _arrived(position: Position, white: bool) -> bool:
    return any(square in _goal(position, white) for square in _racers(position, white))


def _goal(position: Position, white: bool) -> set[Square]:
    return position.game.rule_region("flag_region", white, "flag_region")


def _racers(position: Position, white: bool) -> list[Square]:
    piece = position.game.rules["flag_piece"]
    return position.all_of(white, position.game.letters if piece in ("", "*") else piece)


def _can_arrive(position: Position) -> bool:
    """Can the king, if nothing checks it, go to its goal at once?"""
    us = position.white_to_move
    kings = position.all_of(us, position.game.royals)
    if in_check(position, us):
        return False
    walks = [move for move in moves_before_duties(position) if move.origin in kings]
    return any(_arrived(play(position, move), us) for move in walks)


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
        rules["makpong_rule"] or not rules["checking"],
        rules["extinction_value"] != "none",
        rules["flag_region"] != "-" or rules["flag_region_white"] or rules["flag_region_black"],
        rules["check_counting"],
        rules["stalemate_value"] != "draw" or rules["checkmate_value"] != "loss",
        rules["n_fold_value"] != "draw",
    ]
    if any(decisive) or not game.royals:
        return False
    kings = [s for s, p in position.board.items() if p.letter in game.royals]
    others = position.board.keys() - set(kings)
    letters = {position.board[s].letter for s in others}
    if len(kings) != 2 or any(not _is_free_king(game, letter) for letter in game.royals):
        return False
    if any(not _moves_like(game, letter, "NB") for letter in letters):
        return False
    if letters & game.kinds("promotion_pawn_types", "pawn_types") and _promotes(game):
        return False
    bishops = all(_moves_like(game, letter, "B") for letter in letters)
    return len(others) <= 1 or (bishops and len({(x + y) % 2 for x, y in others}) == 1)


def _is_free_king(game: Game, letter: str) -> bool:
    regions = [game.piece_region(letter, white) for white in (True, False)]
    squares = game.files * game.ranks
    return _moves_like(game, letter, "K") and all(len(region) == squares for region in regions)


def _moves_like(game: Game, letter: str, atoms: str) -> bool:
    steps = set(game.steps(letter, white=True))
    return any(steps == set(read_betza(atom)) for atom in atoms)


def _promotes(game: Game) -> bool:
    return bool(game.kinds("promotion_piece_types"))
