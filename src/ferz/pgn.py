"""Portable Game Notation, read and written: `read_games` for files, `Game.pgn` for one game.

Reading has three stages: lines to tokens, tokens to games, a game's tokens to a tree. A wrong game
stops only itself. What we write, we read back as an equal game.
"""

import io
import re
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from ferz import Variant, variants
from ferz.board import Board, VariantLike, as_variant
from ferz.game import TAG_ROSTER, Game, GameNode
from ferz.variants.info import quoted

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")

#: The largest numeric annotation glyph.
MAX_NAG = 255

_GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}

_TOKEN = re.compile(
    r"""\s*(?:
      (?P<tag>\[\s*\w+\s+"(?:[^"\\]|\\.)*"\s*\])
    | (?P<comment>\{)
    | ;(?P<rest>.*)
    | (?P<result>1-0|0-1|1/2-1/2|1/2|½-½|\*)(?=[\s(){};]|$)
    | (?P<nag>\$(?:[0-9]+|\w*))
    | (?P<glyph>[!?]{1,2})
    | (?P<skip>\d+\.+|\.+|\d+(?=[\s({;]|$)|e\.p\.)
    | (?P<open>\()
    | (?P<close>\))
    | (?P<move>[\w@][^\s(){}\[\];!?$]*)
    | (?P<bad>\S)
    )""",
    re.VERBOSE,
)
_TAG = re.compile(r'\s*\[\s*(\w+)\s+"(.*)"\s*\]\s*$', re.DOTALL)
_BROKEN_TAG = re.compile(r"\[[^\]]*\]?")
_TAG_NAME = re.compile(r"\w+")
_POSITION_TAGS = ("Variant", "SetUp", "FEN")

Token = tuple[str, str]
AnyGame = TypeVar("AnyGame", bound=Game)


class PgnError(ValueError):
    """A PGN text that cannot be read, or a game that cannot be written, as PGN."""


def read_games(source: str | Iterable[str], variant: VariantLike | None = None) -> "GameReader":
    """The games of a PGN text or of an open text file, one by one.

    `variant` is the game of texts without a Variant tag, or with one that names it. A wrong game
    raises `PgnError`, which names the game and the ply; `next` then goes on with the game after it.
    """
    return GameReader(source, variant)


def read_game(text: str, cls: type[AnyGame], variant: VariantLike | None = None) -> AnyGame:
    """The first game of a text, as a game of class `cls`; raises `PgnError` where there is none."""
    for tokens in _split(_tokens(io.StringIO(text, newline=None))):
        return _TreeBuilder(cls, tokens, _VariantFinder(variant), number=1).game
    raise PgnError("text: found no game, expected tags or moves")


class GameReader(Iterator[Game]):
    """The iterator that `read_games` returns."""

    def __init__(self, source: str | Iterable[str], variant: VariantLike | None = None) -> None:
        """See `read_games`."""
        lines = io.StringIO(source, newline=None) if isinstance(source, str) else source
        self._games = _split(_tokens(lines))
        self._finder = _VariantFinder(variant)
        self._number = 0

    def __next__(self) -> Game:
        """The next game; raises `PgnError` if it is wrong."""
        tokens = next(self._games)
        self._number += 1
        return _TreeBuilder(Game, tokens, self._finder, self._number).game


# Lines to tokens


def _tokens(lines: Iterable[str]) -> Iterator[Token]:
    comment: list[str] | None = None
    for number, line in enumerate(lines):
        start = position = 1 if number == 0 and line.startswith("\ufeff") else 0
        if comment is None and line.startswith("%"):
            continue
        if comment is None and (tag := _loose_tag(line)) is not None:
            yield "tag", tag
            continue
        while position < len(line):
            if comment is not None:
                brace = line.find("}", position)
                end = len(line) if brace < 0 else brace
                comment.append(line[position:end])
                position = end + 1
                if brace >= 0:
                    yield "comment", " ".join(comment)
                    comment = None
                continue
            match = _TOKEN.match(line, position)
            if match is None:
                break
            is_first = position == start
            position = match.end()
            kind = match.lastgroup or ""
            if kind == "comment":
                comment = []
            elif kind == "bad" and match[kind] == "[" and is_first:
                broken = _BROKEN_TAG.match(line, position - 1)
                assert broken is not None
                position = broken.end()
                yield "broken_tag", broken[0].rstrip()
            elif kind != "skip":
                yield "comment" if kind == "rest" else kind, match[kind]
    if comment is not None:
        yield "unclosed", ""


def _loose_tag(line: str) -> str | None:
    """A tag that fills its line, where quotes inside the value were not escaped."""
    if not line.startswith("[") or _TOKEN.match(line, 0)["tag"]:  # type: ignore[index]
        return None
    return line if _TAG.match(line) else None


# Tokens to games


def _split(tokens: Iterable[Token]) -> Iterator[list[Token]]:
    """The tokens of each game: up to its result and the comments behind, or up to the next tags."""
    game: list[Token] = []
    depth = 0
    has_moves = is_over = False
    for token in tokens:
        kind = token[0]
        is_tag = kind in ("tag", "broken_tag")
        if (is_over and kind != "comment") or (has_moves and is_tag):
            yield game
            game, depth, has_moves, is_over = [], 0, False, False
        game.append(token)
        depth = max(depth + (kind == "open") - (kind == "close"), 0)
        has_moves = has_moves or not (is_tag or kind == "comment")
        is_over = is_over or (kind == "result" and depth == 0)
    if game:
        yield game


# The Variant tag


class _VariantFinder:
    """Finds the game that a Variant tag names, each one once. A tag never names a file."""

    def __init__(self, given: VariantLike | None) -> None:
        self._given = None if given is None else as_variant(given)
        self._found: dict[str | None, Variant] = {}

    def find(self, tag: str | None) -> Variant:
        """The rules of a tag, or of a game without one; raises `VariantError`."""
        if tag not in self._found:
            self._found[tag] = self._load(tag)
        return self._found[tag]

    def _load(self, tag: str | None) -> Variant:
        given = self._given
        if given is not None and tag in (None, given.id, given.name):
            return given
        return as_variant("chess" if tag is None else variants.find(tag))


# A game's tokens to a tree


class _TreeBuilder(Generic[AnyGame]):
    """Reads the tokens of one game into `game`, with one board that walks along."""

    def __init__(
        self, cls: type[AnyGame], tokens: list[Token], finder: _VariantFinder, number: int
    ) -> None:
        self.where = f"game {number}"
        self.game = self._start(cls, [text for kind, text in tokens if kind == "tag"], finder)
        self.node: GameNode = self.game
        self.board = self.game.board()
        self.ply = 1
        self.branches: list[GameNode] = []
        self.is_at_start = False
        self.starting_comment: list[str] = []
        self.starting_nags: list[int] = []
        self.comments: list[tuple[GameNode, str]] = []
        for kind, text in tokens:
            if kind != "tag":
                getattr(self, f"_read_{kind}")(text)
        if self.branches:
            raise self._unexpected("the end of the game", "')'")
        self._set_comments()

    def _start(self, cls: type[AnyGame], tags: list[str], finder: _VariantFinder) -> AnyGame:
        headers: dict[str, str] = {}
        for tag in tags:
            name, value = _read_tag(tag)
            if name in headers:
                raise PgnError(f"{self.where}: tag {quoted(name)} is given twice, expected once")
            headers[name] = value
        tag = "Variant"
        try:
            variant = finder.find(headers.get(tag))
            tag = "FEN"
            game = cls(variant, headers.get(tag))
        except ValueError as error:
            raise PgnError(f"{self.where}, tag {tag}: {error}") from error
        game.headers.update(headers)
        return game

    def _unexpected(self, found: str, expected: str) -> PgnError:
        return PgnError(f"{self.where}, ply {self.ply}: found {found}, expected {expected}")

    def _read_move(self, text: str) -> None:
        try:
            move = self.board.push(text)
        except ValueError as error:
            raise PgnError(f"{self.where}, ply {self.ply}: {error}") from error
        self.node = self.node.append(move)
        self.ply += 1
        if self.is_at_start:
            self.node.starting_comment = " ".join(self.starting_comment)
            self.node.nags.update(self.starting_nags)
            self.starting_comment, self.starting_nags, self.is_at_start = [], [], False

    def _read_comment(self, text: str) -> None:
        if self.is_at_start:
            self.starting_comment.append(text)
        else:
            self.comments.append((self.node, text))

    def _set_comments(self) -> None:
        """Joins the comments of each node, once: a text may have any number of them."""
        texts: dict[int, list[str]] = {}
        for node, text in self.comments:
            texts.setdefault(id(node), []).append(text)
        for node, _ in self.comments:
            if id(node) in texts:
                node.comment = " ".join(texts.pop(id(node)))

    def _read_nag(self, text: str) -> None:
        digits = text[1:].lstrip("0") or text[1:2]
        # A number of thousands of digits is no number to Python.
        if not digits.isdecimal() or len(digits) > 3 or int(digits) > MAX_NAG:
            raise self._unexpected(quoted(text), f"$0 to ${MAX_NAG}")
        self._add_nag(int(digits))

    def _read_glyph(self, text: str) -> None:
        self._add_nag(_GLYPHS[text])

    def _add_nag(self, nag: int) -> None:
        if self.is_at_start:
            self.starting_nags.append(nag)
        else:
            self.node.nags.add(nag)

    def _read_open(self, _: str) -> None:
        if self.is_at_start or self.node.parent is None:
            raise self._unexpected("'('", "a move")
        self.branches.append(self.node)
        self._step_back()
        self.is_at_start = True

    def _read_close(self, _: str) -> None:
        if not self.branches or self.is_at_start:
            raise self._unexpected("')'", "a move")
        branch = self.branches.pop()
        while self.node is not branch.parent:
            self._step_back()
        assert branch.move is not None
        self.board.push(branch.move)
        self.node = branch
        self.ply += 1

    def _step_back(self) -> None:
        assert self.node.parent is not None
        self.board.pop()
        self.node = self.node.parent
        self.ply -= 1

    def _read_result(self, text: str) -> None:
        if self.branches:
            return
        result = "1/2-1/2" if text in ("1/2", "½-½") else text
        tag = self.game.headers["Result"]
        if tag in RESULTS[:3] and result not in ("*", tag):
            raise self._unexpected(f"'{text}'", f"'{tag}' as the tag Result says")
        if tag not in RESULTS[:3]:
            self.game.headers["Result"] = result

    def _read_unclosed(self, _: str) -> None:
        raise self._unexpected("the end of the text in a comment", "'}'")

    def _read_broken_tag(self, text: str) -> None:
        raise PgnError(f'{self.where}: found {quoted(text)}, expected a tag like [Event "…"]')

    def _read_bad(self, text: str) -> None:
        raise self._unexpected(quoted(text), "a move, a comment or the result")


def _read_tag(text: str) -> tuple[str, str]:
    match = _TAG.match(text)
    assert match is not None
    return match[1], re.sub(r'\\(["\\])', r"\1", match[2])


# Writing


def position_tags(board: Board, written: str | None = None) -> dict[str, str]:
    """The tags Variant, SetUp and FEN of a start position, as far as it needs them.

    `written` is a Variant tag that is kept if it names the same game.
    """
    variant = board.variant
    tags = {}
    if variant.id != "chess":
        tags["Variant"] = variant.id if "+" in variant.id else variant.name
    if written is not None and _names(written, variant):
        tags["Variant"] = written
    if board.fen != variant.start_fen or variant.is_chess960:
        tags |= {"SetUp": "1", "FEN": board.fen}
    return tags


def _names(tag: str, variant: Variant) -> bool:
    try:
        return tag == variant.name or variants.find(tag) == variant.id
    except ValueError:
        return False


def tags_of(game: Game) -> dict[str, str]:
    """The tags of a game in the order in which they are written.

    Raises `PgnError` for a name that PGN does not allow.
    """
    position = position_tags(game.board(), game.headers.get("Variant"))
    found = {name: text for name, text in game.headers.items() if name not in _POSITION_TAGS}
    for name in found:
        if not _TAG_NAME.fullmatch(name):
            raise PgnError(f"tag {quoted(name)}: bad name, expected letters, digits and '_'")
    return {
        name: re.sub(r"[\r\n]+", " ", text)
        for name, text in {**TAG_ROSTER, **position, **found}.items()
    }


def write(game: Game, *, columns: int | None = 80) -> str:
    """A game as PGN text, in lines of at most `columns` where words allow it.

    Raises `PgnError` for a tag name or a glyph that PGN does not allow.
    """
    tags = tags_of(game)
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
    result = tags["Result"] if tags["Result"] in RESULTS else "*"
    lines += ["", *_wrapped([*_movetext(game), result], columns)]
    return "\n".join(lines) + "\n"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _movetext(game: Game) -> list[str]:
    """The words of the tree. A list of steps instead of recursion: no game is too long or deep."""
    board = game.board()
    words = _annotations(game)
    needs_number = True
    steps: list[tuple[str, GameNode]] = [("follow", game)]
    while steps:
        step, node = steps.pop()
        if step == "follow":
            steps += _steps_after(node)
        elif step == "pop":
            board.pop()
        elif step == "close":
            # A bracket on the line of a `;` comment would belong to that comment.
            words[-1:] = ["\n", ")"] if words[-1] == "\n" else [words[-1] + ")"]
            needs_number = True
        else:
            assert node.move is not None
            if step == "push":
                board.push(node.move)
                continue
            is_side = step == "side"
            text = _comment_words(node.starting_comment) if is_side else []
            if board.turn or needs_number or is_side:
                text.append(f"{board.fullmove_number}{'.' if board.turn else '...'}")
            text += [board.san(node.move), *_annotations(node)]
            words += [f"({text[0]}", *text[1:]] if is_side else text
            needs_number = bool(node.comment)
    return words


def _steps_after(node: GameNode) -> list[tuple[str, GameNode]]:
    """What to do with the moves that follow a node, the last step first."""
    if not node.variations:
        return []
    main, *others = node.variations
    steps = [("main", main)]
    for other in others:
        steps += [(step, other) for step in ("side", "push", "follow", "pop", "close")]
    steps += [(step, main) for step in ("push", "follow", "pop")]
    return steps[::-1]


def _annotations(node: GameNode) -> list[str]:
    for nag in node.nags:
        if not 0 <= nag <= MAX_NAG:
            raise PgnError(f"nag {nag}, expected 0 to {MAX_NAG}")
    return [f"${nag}" for nag in sorted(node.nags)] + _comment_words(node.comment)


def _comment_words(comment: str) -> list[str]:
    if "}" in comment:
        return [f"; {comment}", "\n"]
    return f"{{{comment}}}".split(" ") if comment else []


def _wrapped(words: list[str], columns: int | None) -> list[str]:
    """Words as lines; a line feed among them ends a line."""
    lines: list[list[str]] = [[]]
    width = 0
    for word in words:
        if word == "\n":
            lines.append([])
            width = 0
            continue
        # Inside a comment these would look like an escaped line or a tag to a careless reader.
        is_free = columns is None or word[:1] in ("%", "[") or width + len(word) <= columns
        if lines[-1] and not is_free:
            lines.append([])
            width = 0
        lines[-1].append(word)
        width += len(word) + 1
    return [" ".join(line) for line in lines]
