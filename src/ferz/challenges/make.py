"""Finding new puzzles: positions with one good move, rated by how hard it is to see."""

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

import ferz
from ferz.challenges.model import Challenge, Goal, Hint, Step
from ferz.hints import pointed
from ferz.solver import find_mate
from ferz.solver.proofs import mate_values

if TYPE_CHECKING:
    from collections.abc import Callable

    from ferz.strategies import Value

#: Positions that the engine may look at before it must see the key: one star for each.
BUDGETS = (60, 600, 6_000, 60_000)
#: The themes that a puzzle is found to have; a person may see more in it.
FOUND_THEMES = ("self-capture", "drop", "promotion", "escape", "quiet move", "mate", "only move")
#: Games for harvesting are so long at most.
MOST_PLIES = 120
#: Graphs of games are looked at up to this size.
GRAPH_MB = 300


def find_puzzles(
    game: "str | ferz.Variant",
    *,
    text: str = "",
    moves: int = 3,
    seed: int = 1,
    on_look: "Callable[[int], bool] | None" = None,
) -> Iterator[Challenge]:
    """Puzzles of a game, without end: mates in up to so many moves, and on small boards only moves.

    `text` is that of the game where it is not a built-in one, so that a puzzle can hold it.
    `on_look` is called with the number of positions looked at and says whether to go on.
    """
    variant = game if isinstance(game, ferz.Variant) else ferz.variant(game)
    chance = random.Random(seed)
    seen: set[int] = set()
    graph = _graph(variant)
    looked = 0
    while on_look is None or on_look(looked):
        for board in _positions(variant, graph, chance):
            looked += 1
            if board.key in seen:
                continue
            seen.add(board.key)
            puzzle = _mate_puzzle(board, moves) or _value_puzzle(board, graph)
            if puzzle is not None:
                yield puzzle._replace(variant="", game=text) if text else puzzle


def stars(board: "ferz.Board", key: "ferz.Move") -> int:
    """How hard a move is to find, 1 to 5: by what the engine needs to choose it for good."""
    with ferz.Engine(board.variant) as engine:
        needed = 0
        for place, nodes in enumerate(BUDGETS):
            engine.clear()
            if engine.play(board, nodes=nodes).move != key:
                needed = place + 1
    return needed + 1


def _graph(variant: "ferz.Variant") -> "ferz._core.Graph | None":
    if variant.files * variant.ranks > 24:
        return None
    try:
        return ferz._core.Graph(ferz.Board(variant), memory_limit=GRAPH_MB << 20)
    except ferz.SolveError:
        return None


def _positions(
    variant: "ferz.Variant", graph: "ferz._core.Graph | None", chance: random.Random
) -> Iterator["ferz.Board"]:
    """Positions of a small game as they come, of another from a game of careless players."""
    if graph is not None:
        for _ in range(100):
            yield ferz.Board(variant, graph.fen(chance.randrange(len(graph))))
        return
    board = ferz.Board(variant)
    with ferz.Engine(variant) as engine:
        while board.outcome is None and board.ply < MOST_PLIES:
            if board.ply < 8 or chance.random() < 0.1:
                move = chance.choice(board.legal_moves)
            else:
                level = chance.randint(3, 6)
                found = engine.play(board, level=level, seed=chance.randrange(2**31))
                assert found.move is not None
                move = found.move
            board.push(move)
            if board.outcome is None:
                yield ferz.Board(variant, board.fen)


def _mate_puzzle(board: "ferz.Board", moves: int) -> Challenge | None:
    if len(board.legal_moves) < 3:
        return None
    mate = find_mate(board, moves)
    # A mate in one is no riddle, nor one that two moves begin.
    if mate is None or mate.value != "win" or len(mate.moves) != 1 or mate.in_moves < 2:
        return None
    line = _mating_line(board, mate.distance)
    goal = Goal("mate", mate.in_moves)
    return _challenge(board, goal, line, "win", mate.distance)


def _mating_line(board: "ferz.Board", distance: int) -> list["ferz.Move"]:
    after, line = board.copy(), []
    for plies in range(distance, 0, -1):
        move = next(each.move for each in mate_values(after, plies) if each.distance == plies)
        line.append(move)
        after.push(move)
    return line


def _value_puzzle(board: "ferz.Board", graph: "ferz._core.Graph | None") -> Challenge | None:
    from ferz.solver.verdicts import as_verdict, best_line, move_values

    if graph is None or len(board.legal_moves) < 3:
        return None

    def oracle(position: "ferz.Board") -> "ferz.solver.Verdict | None":
        return as_verdict(graph.probe(position))

    verdict = oracle(board)
    if verdict is None or verdict.value == "loss":
        return None
    # Nor is a win in one.
    if verdict.distance is not None and verdict.distance < 3:
        return None
    keeping = [each.move for each in move_values(board, oracle) if each.value == verdict.value]
    if len(keeping) != 1:
        return None
    line = list(best_line(board, oracle))[: 1 if verdict.value == "draw" else None]
    goal = Goal("win" if verdict.value == "win" else "draw")
    return _challenge(board, goal, line, verdict.value, verdict.distance)


def _challenge(
    board: "ferz.Board",
    goal: Goal,
    line: list["ferz.Move"],
    value: "Value",
    distance: int | None,
) -> Challenge:
    key = board.uci(line[0])
    piece, square = pointed(board, line[0])
    side = "White" if board.turn else "Black"
    after, steps = board.copy(), []
    for move in line:
        steps.append(Step(after.uci(move)))
        after.push(move)
    hints = {
        "theme": Hint(_theme(board, line[0], goal), "What kind of move could it be?"),
        "piece": Hint(piece, f"Look at your {piece}."),
        "square": Hint(square, f"It is about {square}."),
        "move": Hint(key, f"Play {board.san(line[0])}."),
    }
    return Challenge(
        id=f"{board.variant.id.replace('+', '-')}-{board.key:016x}",
        name=goal.text(side),
        icon="♟",
        kind="puzzle",
        category=board.variant.name,
        variant=board.variant.id,
        game="",
        position=board.fen,
        difficulty=stars(board, line[0]),
        fun="Only one move does it.",
        teaches=f"To look at every move of the {piece}.",
        value=value,
        distance=distance,
        goal=goal,
        key=key,
        hints=hints,
        solution=tuple(steps),
        plan_white="",
        plan_black="",
        key_positions=(),
    )


def _theme(board: "ferz.Board", move: "ferz.Move", goal: Goal) -> str:
    if board.is_self_capture(move):
        return "self-capture"
    if move.is_drop:
        return "drop"
    if move.promotion is not None:
        return "promotion"
    if board.is_check:
        return "escape"
    if not board.gives_check(move) and not board.is_capture(move):
        return "quiet move"
    return "mate" if goal.type == "mate" else "only move"


def to_toml(challenge: Challenge) -> str:
    """A puzzle as its file has it."""
    goal = challenge.goal
    assert goal is not None
    lines = ["[[challenge]]"]
    for name in ("id", "name", "icon", "kind", "category", "variant", "game", "position"):
        if getattr(challenge, name):
            lines.append(f"{name} = {_quoted(getattr(challenge, name))}")
    lines.append(f"difficulty = {challenge.difficulty}")
    for name in ("fun", "teaches", "value"):
        lines.append(f"{name} = {_quoted(str(getattr(challenge, name)))}")
    if challenge.distance is not None:
        lines.append(f"distance = {challenge.distance}")
    moves = "" if goal.moves is None else f", moves = {goal.moves}"
    lines.append(f"goal = {{ type = {_quoted(goal.type)}{moves} }}")
    lines.append(f"key = {_quoted(challenge.key)}")
    steps = ", ".join(_step(step) for step in challenge.solution)
    lines.append(f"solution = [{steps}]")
    lines.append("[challenge.hints]")
    for step, hint in challenge.hints.items():
        lines.append(f"{step} = {{ value = {_quoted(hint.value)}, text = {_quoted(hint.text)} }}")
    return "\n".join(lines) + "\n"


def _step(step: Step) -> str:
    if not step.comment:
        return _quoted(step.move)
    return f"{{ move = {_quoted(step.move)}, comment = {_quoted(step.comment)} }}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"""\n{escaped}"""' if "\n" in text else f'"{escaped}"'
