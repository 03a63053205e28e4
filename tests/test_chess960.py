"""Shuffled starts: Scharnagl's numbers, and seeds for any game with castling."""

import pytest

import ferz
from ferz import variants
from ferz.variants import shuffled_start


def back_rank(spec: str, number: int) -> str:
    return shuffled_start(ferz.variant(spec), number).split("/")[0]


def complaint(spec: str, number: int | None = None, seed: int | None = None) -> str:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        shuffled_start(ferz.variant(spec), number, seed=seed)
    return str(caught.value)


@pytest.mark.parametrize(
    ("number", "rank"), [(518, "rnbqkbnr"), (0, "bbqnnrkr"), (959, "rkrnnqbb"), (1, "bqnbnrkr")]
)
def test_a_number_gives_its_back_rank(number: int, rank: str) -> None:
    assert back_rank("chess960", number) == rank


def test_the_numbers_give_960_starts_with_the_king_between_the_rooks() -> None:
    ranks = {back_rank("chess960", number) for number in range(960)}
    assert len(ranks) == 960
    assert all(rank.index("r") < rank.index("k") < rank.rindex("r") for rank in ranks)
    assert all((rank.index("b") + rank.rindex("b")) % 2 for rank in ranks)


def test_a_start_keeps_everything_but_the_back_ranks() -> None:
    assert shuffled_start(ferz.variant("3check+960"), 0) == (
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 3+3 0 1"
    )


def test_without_number_and_seed_it_is_the_usual_start() -> None:
    chess960 = ferz.variant("chess960")
    assert shuffled_start(chess960) == chess960.start_fen == ferz.variant("chess").start_fen


@pytest.mark.parametrize("spec", ["chess960", "capahouse+960", "shako+960", "caravan+960"])
def test_a_seed_gives_the_same_fair_start_every_time(spec: str) -> None:
    game = ferz.variant(spec)
    fens = {shuffled_start(game, seed=seed) for seed in range(20)}
    assert len(fens) > 10
    assert fens == {shuffled_start(game, seed=seed) for seed in range(20)}
    for fen in fens:
        board = ferz.Board(game, fen)
        assert board.castling == "KQkq"
        assert board.legal_moves


@pytest.mark.parametrize("seed", range(5))
def test_only_the_side_that_has_a_king_is_shuffled(seed: int) -> None:
    fen = shuffled_start(ferz.variant("horde+960"), seed=seed)
    start = ferz.variant("horde+960").start_fen
    assert fen.split("/")[1:] == start.split("/")[1:]
    assert sorted(fen.split("/")[0]) == sorted("rnbqkbnr")


def test_empty_squares_of_the_rank_stay_empty() -> None:
    game = variants.loads(
        'extends = "chess960"\nstart = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"'
    )
    assert shuffled_start(game, seed=1) == game.start_fen


@pytest.mark.parametrize(
    ("spec", "number", "seed", "message"),
    [
        ("chess960", 960, None, "start number 960, expected 0 to 959"),
        ("chess960", -1, None, "start number -1, expected 0 to 959"),
        ("chess960", 1, 1, "chess960: found number and seed, expected one of them"),
        ("losalamos", None, 1, "losalamos: no castling, expected a game with castling to shuffle"),
        (
            "gothic+960", 5, None,
            "gothic+960: start number 5, expected a seed (numbers are for the back rank of chess)",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_shuffled_is_refused(
    spec: str, number: int | None, seed: int | None, message: str
) -> None:
    assert complaint(spec, number, seed) == message
