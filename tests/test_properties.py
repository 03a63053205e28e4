"""What holds in every position of every game, tried on positions that hypothesis plays to."""

import random
import re
import warnings

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import ferz
from ferz import variants

NAMES = variants.builtin_names()
SPECS = [*NAMES, "chess+960+selfcapture", "shako+selfcapture+hands", "torpedo+selfcapture+hands"]
# Rules that are not the same for both sides: Black's rows are not White's turned round.
LOPSIDED = ["horde", "racingkings"]
PLIES = st.integers(0, 90)
SEEDS = st.integers(0, 2**32)


def played(spec: str, plies: int, seed: int) -> ferz.Board:
    """The position after so many random moves, or at the end of the game."""
    board = ferz.Board(spec)
    rng = random.Random(seed)
    while board.ply < plies and board.outcome is None:
        board.push(rng.choice(board.legal_moves))
    return board


BOARDS = st.builds(played, st.sampled_from(SPECS), PLIES, SEEDS)


@given(BOARDS)
def test_a_fen_that_is_read_is_written_again(board: ferz.Board) -> None:
    again = ferz.Board(board.variant, board.fen)
    assert again.fen == board.fen
    assert again.legal_moves == board.legal_moves


@given(BOARDS)
def test_the_incremental_key_is_the_key_of_the_position(board: ferz.Board) -> None:
    assert ferz.Board(board.variant, board.fen).key == board.key


@given(BOARDS)
def test_san_names_each_legal_move_and_no_two_alike(board: ferz.Board) -> None:
    names = [board.san(move) for move in board.legal_moves]
    assert len(set(names)) == len(names)
    assert [board.parse_san(name) for name in names] == board.legal_moves


@given(BOARDS)
def test_uci_names_each_legal_move_and_no_two_alike(board: ferz.Board) -> None:
    names = [move.uci() for move in board.legal_moves]
    assert len(set(names)) == len(names)
    assert [board.parse_uci(name) for name in names] == board.legal_moves
    assert [ferz.Move.from_uci(name).uci() for name in names] == names


@given(BOARDS)
def test_compact_notation_that_is_written_is_read_again(board: ferz.Board) -> None:
    assume(not board.variant.has_hands and not board.variant.rules.check_counting)
    again = ferz.Board.from_compact(board.compact, board.variant)
    assert again.fen.split()[:-1] == board.fen.split()[:-1]


@given(BOARDS)
def test_push_and_pop_restore_everything(board: ferz.Board) -> None:
    before = board.fen, board.key, board.legal_moves, board.outcome
    for move in board.legal_moves:
        board.push(move)
        assert board.peek() == move
        assert board.pop() == move
        assert (board.fen, board.key, board.legal_moves, board.outcome) == before


@given(BOARDS)
def test_pop_leads_back_to_the_start(board: ferz.Board) -> None:
    while board.ply:
        board.pop()
    assert board.fen == board.variant.start_fen


@given(BOARDS)
def test_a_pushed_move_gives_check_if_it_was_said_to(board: ferz.Board) -> None:
    for move in board.legal_moves:
        promised = board.gives_check(move)
        board.push(move)
        assert board.is_check == promised, (board.fen, str(move))
        board.pop()


@given(BOARDS)
def test_legal_moves_are_pseudo_legal(board: ferz.Board) -> None:
    legal, pseudo = set(board.legal_moves), set(board.pseudo_legal_moves)
    assert legal <= pseudo
    assert all(board.is_legal(move) == (move in legal) for move in pseudo)
    assert all(board.is_pseudo_legal(move) for move in pseudo)


@given(BOARDS)
def test_legal_captures_are_the_legal_moves_that_capture(board: ferz.Board) -> None:
    assert board.legal_captures == [move for move in board.legal_moves if board.is_capture(move)]


@given(BOARDS)
def test_a_self_capture_is_a_capture_of_an_own_piece(board: ferz.Board) -> None:
    for move in board.legal_moves:
        victim = board.piece_at(move.to_square)
        own = victim is not None and victim.color == board.turn and not move.is_castling
        assert board.is_self_capture(move) == own
        assert board.is_capture(move) or not own


@given(BOARDS)
def test_checkers_attack_the_king(board: ferz.Board) -> None:
    king = board.king(board.turn)
    expected = board.attackers(not board.turn, king) if king else []
    assert board.checkers == expected
    assert board.is_check == bool(expected)


@given(BOARDS)
def test_attacked_squares_are_those_with_attackers(board: ferz.Board) -> None:
    for square in board.squares:
        for color in (ferz.WHITE, ferz.BLACK):
            attackers = board.attackers(color, square)
            assert board.is_attacked_by(color, square) == bool(attackers)


@given(BOARDS)
def test_a_copy_is_equal_and_independent(board: ferz.Board) -> None:
    twin = board.copy()
    assert twin == board
    assert twin.move_stack == board.move_stack
    if board.legal_moves:
        twin.push(board.legal_moves[0])
        assert twin != board


@given(BOARDS)
def test_the_outcome_and_its_short_forms_agree(board: ferz.Board) -> None:
    outcome = board.outcome
    assert board.is_game_over == (outcome is not None)
    assert board.result() == (outcome.result() if outcome else "*")
    assert board.is_checkmate == bool(outcome and outcome.reason == "checkmate")
    if not board.legal_moves:
        assert outcome is not None


@given(BOARDS)
def test_perft_counts_legal_moves_to_depth_two(board: ferz.Board) -> None:
    replies = 0
    for move in board.legal_moves:
        board.push(move)
        replies += len(board.legal_moves)
        board.pop()
    assert ferz.perft(board, 1) == len(board.legal_moves)
    assert ferz.perft(board, 2) == replies


def mirrored_square(name: str, ranks: int) -> str:
    return f"{name[0]}{ranks + 1 - int(name[1:])}"


def mirrored_fen(board: ferz.Board) -> str:
    """The same position with the colors exchanged and the board upside down."""
    cells, _, castling, passing, *rest = board.fen.split()
    rows, bracket, held = cells.partition("[")
    rows = "/".join(reversed(rows.split("/"))).swapcase()
    ranks = board.variant.ranks
    passing = re.sub(r"[a-p]\d+", lambda m: mirrored_square(m[0], ranks), passing)
    rest = ["+".join(reversed(field.split("+"))) for field in rest]
    turn = "b" if board.turn else "w"
    return " ".join([rows + bracket + held.swapcase(), turn, castling.swapcase(), passing, *rest])


def mirrored_uci(move: ferz.Move, ranks: int) -> str:
    return re.sub(r"[a-p]\d+", lambda m: mirrored_square(m[0], ranks), str(move))


@given(st.sampled_from([spec for spec in SPECS if spec not in LOPSIDED]), PLIES, SEEDS)
def test_a_mirrored_position_has_the_mirrored_moves(spec: str, plies: int, seed: int) -> None:
    board = played(spec, plies, seed)
    mirror = ferz.Board(board.variant, mirrored_fen(board))
    expected = sorted(mirrored_uci(move, board.variant.ranks) for move in board.legal_moves)
    assert sorted(map(str, mirror.legal_moves)) == expected
    assert mirror.is_check == board.is_check


@given(
    st.sampled_from(NAMES),
    st.lists(st.sampled_from(variants.modifier_names()), unique=True),
    SEEDS,
)
def test_every_composition_plays_or_says_why_not(
    name: str, modifiers: list[str], seed: int
) -> None:
    spec = "+".join([name, *modifiers])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ferz.VariantWarning)
        reason = complaint(spec)
        if reason:
            assert spec in reason
            return
        board = played(spec, 60, seed)
    assert board.ply == 60 or board.outcome is not None


def complaint(spec: str) -> str:
    try:
        ferz.variant(spec)
    except ferz.VariantError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("name", NAMES)
def test_the_start_of_every_game_survives_its_own_fen(name: str) -> None:
    board = ferz.Board(name)
    assert board.fen == board.variant.start_fen
    assert ferz.Board(name, board.fen) == board
