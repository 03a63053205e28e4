"""`ferz challenges`: list, show, certify and find puzzles and games."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ferz.cli.solve import VariantArgument

if TYPE_CHECKING:
    from ferz.challenges import Challenge

app = typer.Typer(help="Puzzles and games worth playing.", no_args_is_help=True)

FolderOption = Annotated[
    Path | None, typer.Option("--folder", help="Look in this folder instead of the package.")
]


@app.command("list")
def list_challenges(
    category: Annotated[str, typer.Option(help="Only of this category.")] = "",
    folder: FolderOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List all challenges."""
    from ferz.challenges import load
    from ferz.cli.output import print_json

    found = [c for c in load(folder) if category.casefold() in c.category.casefold()]
    if as_json:
        print_json([_as_data(challenge) for challenge in found])
        return
    width = max((len(challenge.id) for challenge in found), default=0)
    for challenge in found:
        stars = "★" * challenge.difficulty + "☆" * (5 - challenge.difficulty)
        print(f"{challenge.id:<{width}}  {stars}  {challenge.icon} {challenge.name}")


@app.command("show")
def show(
    id: Annotated[str, typer.Argument(metavar="ID", help="Which one.")],
    hint: Annotated[int, typer.Option(min=0, max=4, help="So many hints.")] = 0,
    solution: Annotated[bool, typer.Option("--solution", help="Tell the solution.")] = False,
    folder: FolderOption = None,
) -> None:
    """Show one challenge; hints and solution only on request."""
    import ferz
    from ferz.challenges import load
    from ferz.cli.output import console, diagram, hand_text, side

    challenge = _find(load(folder), id)
    board = challenge.board()
    out = console()
    out.print(f"{challenge.icon} {challenge.name}", style="bold")
    print(board.variant.name)
    out.print(diagram(board), soft_wrap=True)
    if board.variant.has_hands:
        for color in (ferz.WHITE, ferz.BLACK):
            print(f"{side(color)} in hand: {hand_text(board.hand(color), color)}")
    print(board.fen)
    if challenge.goal is not None:
        print(f"Goal: {challenge.goal.text(side(board.turn))}")
    print(challenge.fun)
    for step in list(challenge.hints)[:hint]:
        print(f"Hint ({step}): {challenge.hints[step].text}")
    if challenge.kind == "game":
        print(f"White: {challenge.plan_white}\nBlack: {challenge.plan_black}")
    if solution:
        _print_solution(challenge)


def _print_solution(challenge: "Challenge") -> None:
    board = challenge.board()
    for step in challenge.solution:
        number = f"{board.fullmove_number}." + ("" if board.turn else "..")
        print(f"{number} {board.san(step.move)}  {step.comment}".rstrip())
        board.push(step.move)
    print(challenge.teaches)


@app.command("check")
def check(
    ids: Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help="Only these.")] = None,
    folder: FolderOption = None,
) -> int:
    """Certify challenges: goal, value, distance, the one key move, hints on the line."""
    from ferz.challenges import load
    from ferz.challenges.check import certify
    from ferz.challenges.model import ChallengeError

    found = load(folder)
    if ids:
        found = [_find(found, each) for each in ids]
    wrong = 0
    for challenge in found:
        try:
            certificate = certify(challenge)
        except ChallengeError as error:
            wrong += 1
            print(f"ferz: {error}", file=sys.stderr)
            continue
        distance = "" if certificate.distance is None else f" in {certificate.distance}"
        print(f"{challenge.id}: {certificate.value or 'unknown'}{distance} ({certificate.method})")
    print(f"{len(found) - wrong} of {len(found)} certified")
    return 1 if wrong else 0


@app.command("make")
def make(
    variant: VariantArgument,
    count: Annotated[int, typer.Option(min=1, help="So many puzzles.")] = 5,
    moves: Annotated[int, typer.Option(min=2, max=10, help="Mates in so many at most.")] = 3,
    theme: Annotated[str, typer.Option(help="Only of this theme, such as self-capture.")] = "",
    seed: Annotated[int, typer.Option(help="Another seed finds others.")] = 1,
    looks: Annotated[int, typer.Option(min=1, help="Give up after so many positions.")] = 20_000,
) -> int:
    """Find new puzzles, rate them, and print them as TOML to be told in words."""
    import itertools

    from ferz.challenges.make import FOUND_THEMES, find_puzzles, to_toml

    if theme and theme not in FOUND_THEMES:
        raise ValueError(f"--theme: found '{theme}', expected one of {', '.join(FOUND_THEMES)}")

    def on_look(looked: int) -> bool:
        return looked < looks

    text = _own_text(variant)
    found = find_puzzles(variant, text=text, moves=moves, seed=seed, on_look=on_look)
    wanted = (each for each in found if not theme or each.hints["theme"].value == theme)
    is_any = False
    for puzzle in itertools.islice(wanted, count):
        is_any = True
        print(to_toml(puzzle), flush=True)
    if not is_any:
        print(f"ferz: no puzzle in {looks:,} positions (see --looks, --seed)", file=sys.stderr)
    return 0 if is_any else 1


def _own_text(spec: str) -> str:
    """The text of a game that is not built in, which its puzzles must hold; else nothing."""
    import ferz
    from ferz import variants

    if not spec.lower().endswith(".toml"):
        if "." in spec:
            raise ValueError(f"{spec}: expected a built-in game, or a .toml without modifiers")
        return ""
    game = ferz.variant(spec)
    text = Path(spec).read_text(encoding="utf-8")
    if variants.loads(text, "challenge").canonical != game.canonical:
        raise ValueError(f"{spec}: expected a game that stands alone, without other files")
    return text


def _find(found: "list[Challenge]", id: str) -> "Challenge":
    import difflib

    for challenge in found:
        if challenge.id == id:
            return challenge
    near = difflib.get_close_matches(id, [each.id for each in found], 1)
    hint = f"; did you mean '{near[0]}'?" if near else ""
    raise ValueError(f"no challenge '{id}'{hint} (see 'ferz challenges list')")


def _as_data(challenge: "Challenge") -> dict[str, Any]:
    data = challenge._asdict()
    data["goal"] = None if challenge.goal is None else challenge.goal._asdict()
    data["hints"] = {step: hint._asdict() for step, hint in challenge.hints.items()}
    data["solution"] = [step._asdict() for step in challenge.solution]
    data["key_positions"] = [each._asdict() for each in challenge.key_positions]
    return data
