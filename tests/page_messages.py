"""The types of the page's messages as TypeScript, written from those of the server."""

from typing import get_type_hints

import msgspec
from msgspec import inspect

import ferz.web.answers  # noqa: F401  (fills ANSWERS)
from ferz.web.dispatch import ANSWERS
from ferz.web.messages.base import Event, Failure, Request

HEAD = """\
// What the page and the server say to each other. Written from src/ferz/web/messages by
// `make golden`; not to be changed by hand.
"""

_PLAIN: dict[type, str] = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}


def typescript() -> str:
    """The whole file."""
    writer = _Writer()
    calls = []
    for request, function in ANSWERS.items():
        reply = get_type_hints(function)["return"]
        info = inspect.type_info(request)
        assert isinstance(info, inspect.StructType)
        asked, given = writer.name(info), writer.name(inspect.type_info(reply))
        calls.append(f"  {info.tag}: [{asked}, {given}];")
    events = [writer.name(inspect.type_info(event)) for event in _events()]
    failure = writer.name(inspect.type_info(Failure))
    parts = [
        HEAD,
        *writer.written.values(),
        "/** By the type of a request: what is asked, and what is answered. */\n"
        "export interface Calls {\n" + "\n".join(calls) + "\n}\n",
        f"export type ServerEvent = {' | '.join(sorted(events))};\n",
        f"export type ServerError = {failure};\n",
    ]
    return "\n".join(parts)


def _events() -> list[type]:
    """All kinds of events, without those that only share fields."""
    found: list[type] = []
    todo: list[type] = [Event]
    while todo:
        kind = todo.pop()
        todo += kind.__subclasses__()
        if kind is not Event:
            found.append(kind)
    return found


class _Writer:
    """Writes each struct once, those that it needs before it."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}

    def name(self, info: inspect.Type) -> str:
        """The TypeScript name of a type."""
        if type(info) in _PLAIN:
            return _PLAIN[type(info)]
        match info:
            case inspect.LiteralType(values=values):
                return " | ".join(msgspec.json.encode(value).decode() for value in values)
            case inspect.UnionType(types=types):
                return " | ".join(self.name(each) for each in types)
            case inspect.ListType(item_type=item):
                return f"{self._grouped(item)}[]"
            case inspect.TupleType(item_types=items):
                return f"[{', '.join(self.name(item) for item in items)}]"
            case inspect.DictType(value_type=value):
                return f"Record<string, {self.name(value)}>"
            case inspect.StructType():
                return self._struct(info)
        raise TypeError(f"no TypeScript for {info}")

    def _grouped(self, info: inspect.Type) -> str:
        name = self.name(info)
        return f"({name})" if " | " in name else name

    def _struct(self, info: inspect.StructType) -> str:
        name = info.cls.__name__
        if name not in self.written:
            self.written[name] = ""
            doc = f"/** {(info.cls.__doc__ or '').splitlines()[0]} */\n"
            self.written[name] = doc + self._body(name, info)
            # Behind what it needs.
            self.written[name] = self.written.pop(name)
        return name

    def _body(self, name: str, info: inspect.StructType) -> str:
        if info.array_like:
            fields = ", ".join(f"{each.name}: {self.name(each.type)}" for each in info.fields)
            return f"export type {name} = [{fields}];\n"
        lines = [f"export interface {name} {{"]
        if info.tag is not None:
            lines.append(f"  type: {msgspec.json.encode(info.tag).decode()};")
        for each in info.fields:
            # The server always says everything; the page may leave defaults out.
            mark = "?" if issubclass(info.cls, Request) and not each.required else ""
            lines.append(f"  {each.name}{mark}: {self.name(each.type)};")
        return "\n".join([*lines, "}\n"])
