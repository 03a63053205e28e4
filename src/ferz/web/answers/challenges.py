"""Challenges: cards, tries, help, and games from their positions."""

import asyncio
from collections.abc import Iterable

import msgspec

from ferz import Board, Move
from ferz.challenges import Challenge
from ferz.challenges.model import STEPS
from ferz.web.challenge_cards import (
    KIND,
    SOLUTION_STEP,
    card_of,
    collect_games,
    count,
    key_board,
    next_of,
    spec_of,
    streak_of,
)
from ferz.web.challenging import Trial, judge_of, library
from ferz.web.dispatch import Refusal, answers
from ferz.web.messages.challenges import (
    ChallengeLine,
    ChallengeList,
    ChallengeView,
    HintStep,
    KeyPosition,
    ListChallenges,
    OpenChallenge,
    PlayChallenge,
    RevealHint,
    RevealSolution,
    Solution,
    Tried,
    TryMove,
)
from ferz.web.messages.views import GameState
from ferz.web.store import ProgressRow
from ferz.web.tab import Tab
from ferz.web.tree import ROOT, Tree
from ferz.web.views import position_view, side_of, variant_view


def _challenge(id_: str, kind: str = "") -> Challenge:
    challenge = library().get(id_)
    if challenge is None or (kind and challenge.kind != kind):
        raise Refusal("not_found")
    return challenge


@answers
async def list_challenges(tab: Tab, request: ListChallenges) -> ChallengeList:
    """All cards with what was achieved."""
    del request
    rows = collect_games(tab.hub.store)
    cards = [card_of(each, rows.get(each.id, ProgressRow(each.id))) for each in library().values()]
    solved = sum(card.progress.solved is not None for card in cards)
    return ChallengeList(cards, solved, *streak_of(rows.values()))


@answers
async def open_challenge(tab: Tab, request: OpenChallenge) -> ChallengeView:
    """Everything but hints and solution."""
    challenge = _challenge(request.challenge)
    rows = collect_games(tab.hub.store)
    board = challenge.board()
    return ChallengeView(
        card=card_of(challenge, rows.get(challenge.id, ProgressRow(challenge.id))),
        variant=variant_view(board.variant, spec_of(challenge)),
        position=position_view(board, ROOT),
        teaches=challenge.teaches,
        value=challenge.value,
        distance=challenge.distance,
        plan_white=challenge.plan_white,
        plan_black=challenge.plan_black,
        key_positions=[
            _key_position(challenge, number) for number in range(len(challenge.key_positions))
        ],
        next=next_of(challenge, rows),
    )


def _key_position(challenge: Challenge, number: int) -> KeyPosition:
    board = key_board(challenge, number)
    text = challenge.key_positions[number].text
    return KeyPosition(board.board_fen, side_of(board.turn), text)


@answers
async def try_move(tab: Tab, request: TryMove) -> Tried:
    """Judge a move, and answer it where it is right."""
    challenge = _challenge(request.challenge, "puzzle")
    board = _played(challenge.board(), request.moves)
    if board.ply % 2:
        raise Refusal("not_your_turn")
    if board.outcome is not None:
        raise Refusal("game_over")
    move = board.copy().push(request.move.strip())
    with await tab.hub.slots.wait():
        trial = await asyncio.to_thread(_judged, challenge.id, board, move)
    progress = count(
        tab.hub.store, challenge.id, is_wrong=not trial.is_right, is_solved=trial.is_solved
    )
    added = [move] if trial.reply is None else [move, trial.reply]
    refuting, refutation = _refutation(board, move, trial)
    return Tried(
        is_right=trial.is_right,
        is_solved=trial.is_solved,
        value=trial.verdict.value if trial.verdict else None,
        distance=trial.verdict.distance if trial.verdict else None,
        line=_line(challenge, [*board.move_stack, *added]),
        added=len(added),
        refuting=refuting,
        refutation=refutation,
        progress=progress,
    )


def _judged(id_: str, board: Board, move: Move) -> Trial:
    # Here, on a thread of its own: the first question to a judge may solve a whole game.
    return judge_of(id_).judge(board, move)


def _played(board: Board, moves: Iterable[str]) -> Board:
    for move in moves:
        board.push_uci(move)
    return board


def _refutation(board: Board, move: Move, trial: Trial) -> tuple[list[str], str]:
    if not trial.refutation:
        return [], ""
    after = board.copy()
    after.push(move)
    return _squares(trial.refutation[0]), after.variation_san(list(trial.refutation))


def _squares(move: Move) -> list[str]:
    return [square for square in (move.from_square, move.to_square) if square is not None]


def _line(challenge: Challenge, moves: Iterable[Move]) -> ChallengeLine:
    """Moves from a puzzle's position, commented as far as they are those of the solution."""
    board = challenge.board()
    tree, at = Tree(board.copy()), ROOT
    positions = [position_view(board, ROOT)]
    is_solution = True
    for number, move in enumerate(moves):
        at = tree.add(at, board, move)
        steps = challenge.solution[number : number + 1]
        is_solution = is_solution and bool(steps) and steps[0].move == board.uci(move)
        if is_solution:
            tree.nodes[at].comment = steps[0].comment
        board.push(move)
        positions.append(position_view(board, at))
    # Only in the last position something can be done.
    shown = [msgspec.structs.replace(each, moves=[]) for each in positions[:-1]]
    return ChallengeLine(tree.views(), [*shown, positions[-1]])


@answers
async def reveal_hint(tab: Tab, request: RevealHint) -> HintStep:
    """One step of help."""
    challenge = _challenge(request.challenge, "puzzle")
    hint = challenge.hints[STEPS[request.step - 1]]
    key = challenge.board().parse_uci(challenge.key)
    squares = {3: [challenge.hints["square"].value], 4: _squares(key)}.get(request.step, [])
    progress = count(tab.hub.store, challenge.id, hints=request.step)
    return HintStep(request.step, hint.text, squares, progress)


@answers
async def reveal_solution(tab: Tab, request: RevealSolution) -> Solution:
    """How it is done."""
    challenge = _challenge(request.challenge, "puzzle")
    moves = _played(challenge.board(), (step.move for step in challenge.solution)).move_stack
    progress = count(tab.hub.store, challenge.id, hints=SOLUTION_STEP)
    return Solution(_line(challenge, moves), progress)


@answers
async def play_challenge(tab: Tab, request: PlayChallenge) -> GameState:
    """Begin a game or an analysis, and watch it."""
    challenge = _challenge(request.challenge)
    try:
        board = key_board(challenge, request.key_position)
    except IndexError:
        raise Refusal("not_found") from None
    tree, at = Tree(board.copy()), ROOT
    for text in request.moves:
        move = board.parse_uci(text)
        at = tree.add(at, board, move)
        board.push(move)
    game = tab.hub.add_game(
        tree,
        spec_of(challenge),
        challenge.game,
        kind=KIND if request.kind == "game" else "analysis",
        white=request.white,
        black=request.black,
        title=challenge.name,
        current=at,
    )
    await tab.hub.solved.ensure(game.board)
    tab.watch(game)
    return game.state()
