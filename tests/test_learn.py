"""Self-play samples, tuning, and the weights that come with the package."""

import re
from pathlib import Path

import pytest
from command_line import Capture, error
from helpers import ucis

import ferz
from ferz import learn, variants, weights
from ferz.cli.app import run
from ferz.engine import search_params


def test_samples_are_quiet_positions_of_the_game_with_results() -> None:
    found = learn._play(ferz.variant("gardner"), learn.SelfPlay(nodes=100), None, 7)
    boards = [ferz.Board("gardner", sample.fen) for sample in found]
    assert found
    assert not any(board.is_check for board in boards)
    assert {sample.result for sample in found} <= {1, 0, -1}


def test_self_play_is_the_same_for_the_same_seed() -> None:
    game, settings = ferz.variant("losalamos"), learn.SelfPlay(nodes=50)
    assert learn._play(game, settings, None, 3) == learn._play(game, settings, None, 3)
    assert learn._play(game, settings, None, 3) != learn._play(game, settings, None, 4)


def test_tuning_lowers_the_error() -> None:
    game = ferz.variant("gardner")
    samples = learn._play(game, learn.SelfPlay(nodes=60), None, 1)
    epochs: list[learn.Epoch] = []
    learn.tune(game, samples, epochs=15, on_epoch=epochs.append)
    assert epochs[-1].loss < epochs[0].loss


def test_tuning_finds_a_piece_that_is_worth_more_than_thought() -> None:
    """Labels that praise every knight by three pawns more raise the knight, and not the pawn."""
    game = ferz.variant("gardner")
    samples = [
        sample
        for seed in range(1, 9)
        for sample in learn._play(game, learn.SelfPlay(nodes=60), None, seed)
    ]
    praised = [
        s._replace(score_cp=s.score_cp + 300 * (s.fen.count("N") - s.fen.count("n")))
        for s in samples
    ]
    plain, raised = (
        learn.tune(game, found, epochs=200, score_share=1.0, pull=0.0)
        for found in (samples, praised)
    )
    knight, pawn = (
        sum(after[0] - before[0] for before, after in zip(plain[name], raised[name], strict=True))
        for name in ("square n", "square p")
    )
    assert knight > 25 * 15
    assert abs(pawn) < knight / 3


def test_samples_survive_a_file(tmp_path: Path) -> None:
    samples = [learn.Sample("8/8/8/8 w - - 0 1", -31, 1), learn.Sample("x y", 5, -1)]
    learn.write_samples(tmp_path / "a", samples[:1])
    learn.write_samples(tmp_path / "a", samples[1:])
    assert learn.read_samples(tmp_path / "a") == samples


def test_a_bad_line_of_samples_is_named(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("fen|1|0\nfen|1\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"a: line 2: 'fen\|1', expected FEN\|score\|result"):
        learn.read_samples(tmp_path / "a")


def test_samples_go_on_after_a_line_that_was_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "a"
    samples = [learn.Sample("a w", number, 1) for number in range(3)]
    learn.write_samples(path, samples[:2])
    whole = path.read_bytes()
    # Only the first line and the end of the second without its newline are samples.
    for size in range(whole.index(b"\n") + 1, len(whole)):
        path.write_bytes(whole[:size])
        kept = samples[: 1 + (size == len(whole) - 1)]
        assert learn.read_samples(path) == kept
        learn.write_samples(path, samples[2:])
        assert learn.read_samples(path) == [*kept, samples[2]]


def test_samples_are_not_appended_to_anything_else(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    path.write_text("my notes\nwithout an end", encoding="utf-8")
    message = f"{path}: line 1: 'my notes', expected FEN|score|result"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        learn.write_samples(path, [])
    assert path.read_text(encoding="utf-8") == "my notes\nwithout an end"


def test_the_command_plays_with_the_weights_it_is_given(tmp_path: Path) -> None:
    game = ferz.variant("gardner")
    heavy = {"square n": [(900, 900)] * 25}
    (tmp_path / "heavy").write_text(weights.dump(game, heavy), encoding="utf-8")
    first_seed = 1_000_004
    light, heavier = (
        set(learn._play(game, learn.SelfPlay(nodes=20), own, first_seed)) for own in ({}, heavy)
    )
    assert light != heavier
    for chosen, expected in (("automatic", light), (str(tmp_path / "heavy"), heavier)):
        kept, out = tmp_path / f"kept-{Path(chosen).name}", tmp_path / "out"
        command = ["tune", "gardner", "--out", str(out), "--keep", str(kept), "--epochs", "1"]
        assert run([*command, "--minutes", "0.001", "--nodes", "20", "--weights", chosen]) == 0
        assert expected <= set(learn.read_samples(kept))
        assert set(weights.parse(out.read_text(encoding="utf-8"))) == set(
            ferz._core.default_weights(game)
        )


def test_the_command_weighs_scores_against_results_as_told(tmp_path: Path) -> None:
    played = learn._play(ferz.variant("gardner"), learn.SelfPlay(nodes=60), None, 1)
    learn.write_samples(tmp_path / "samples", played)
    found = []
    for share in ("0", "1"):
        out = tmp_path / share
        command = ["tune", "gardner", "--out", str(out), "--samples", str(tmp_path / "samples")]
        assert run([*command, "--minutes", "0", "--epochs", "3", "--score-share", share]) == 0
        found.append(out.read_text(encoding="utf-8"))
    assert found[0] != found[1]


def test_the_command_names_weights_that_are_not_there(capsys: Capture, tmp_path: Path) -> None:
    out, missing = str(tmp_path / "out"), str(tmp_path / "missing")
    assert missing in error(capsys, "tune", "chess", "--out", out, "--weights", missing)
    assert not (tmp_path / "out").exists()


def test_weights_survive_a_file() -> None:
    game = ferz.variant("gardner")
    first = ferz._core.default_weights(game)
    assert weights.parse(weights.dump(game, first)) == first


def test_weights_of_another_family_are_refused(tmp_path: Path) -> None:
    path, game = tmp_path / "anti", ferz.variant("antichess")
    path.write_text(weights.dump(game, ferz._core.default_weights(game)), encoding="utf-8")
    message = f"weights '{path}': those of antichess, expected a game of chess's family"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        ferz.Engine("chess", weights=path)
    ferz.Engine("antichess", weights=path).close()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "found no sections, expected a file of 'ferz tune'"),
        ("[1]", "found no sections, expected a file of 'ferz tune'"),
        (
            '{"sections": {"tempo": [Infinity, 1]}}',
            "section 'tempo', entry 1: found 'Infinity', expected a whole number, "
            "-1000000 to 1000000",
        ),
        (
            f'{{"sections": {{"tempo": [1, 2, 3, -{10**30}]}}}}',
            f"section 'tempo', entry 2: found '-{10**30}'",
        ),
        ('{"sections": {"tempo": [1.5, 2]}}', "section 'tempo', entry 1: found '1.5', expected a"),
        ('{"sections": {"tempo": [1, 1000001]}}', "section 'tempo', entry 1: found '1000001'"),
        ('{"sections": {}}', "those of a game that it does not name, expected a game of chess's"),
    ],
)
def test_a_file_that_holds_no_weights_is_named(tmp_path: Path, text: str, found: str) -> None:
    (tmp_path / "a").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=re.escape(f"weights '{tmp_path / 'a'}': {found}")):
        ferz.Engine("chess", weights=tmp_path / "a")


def test_every_shipped_file_serves_a_built_in_game() -> None:
    families = {weights.family(ferz.variant(name)) for name in variants.builtin_names()}
    shipped = {path.stem for path in Path(weights.__file__).parent.glob("*.json")}
    assert shipped
    assert shipped <= families


@pytest.mark.parametrize("name", variants.builtin_names())
def test_shipped_weights_fit_their_games(name: str) -> None:
    board = ferz.Board(name)
    with ferz.Engine(board.variant) as engine:
        assert str(engine.play(board, nodes=200).move) in ucis(board)


def test_games_that_share_pieces_and_board_share_weights() -> None:
    chess, capablanca = (weights.family(ferz.variant(n)) for n in ("chess", "capablanca"))
    assert weights.family(ferz.variant("selfcapture")) == chess
    assert weights.family(ferz.variant("gothic")) == capablanca
    assert weights.family(ferz.variant("crazyhouse")) != chess


def test_unknown_sections_and_lengths_are_refused() -> None:
    with pytest.raises(ferz.VariantError, match="weights: unknown section 'nothing'"):
        ferz.Engine("chess", weights={"nothing": [(1, 1)]})
    with pytest.raises(ferz.VariantError, match="weights: section 'tempo' has 2 entries"):
        ferz.Engine("chess", weights={"tempo": [(1, 1), (2, 2)]})


def test_unknown_numbers_of_the_search_are_refused() -> None:
    with pytest.raises(ValueError, match="params: unknown 'nul_depth'"):
        ferz.Engine("chess", nul_depth=99)


def test_every_number_of_the_search_tells_its_meaning() -> None:
    assert all(meaning.endswith(".") for _, meaning in search_params().values())
