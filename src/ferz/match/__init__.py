"""Matches between engines: paired openings, our rules as the referee, a sequential test.

>>> from ferz.match import EngineSpec, Limits, MatchSettings
>>> settings = MatchSettings(
...     variant="gothic",
...     engines=(EngineSpec.parse("ferz"), EngineSpec.parse("ferz,level=5,name=weaker")),
...     limits=Limits(nodes=5000),
... )

`ferz.match.run(settings)` then plays it and returns a `Report`.
"""

from ferz.match.limits import Limits, TimeControl
from ferz.match.records import GameRecord, MoveRecord, SideRecord
from ferz.match.report import EngineReport, Report
from ferz.match.runner import run
from ferz.match.settings import Adjudication, DrawRule, MatchSettings, OpeningRule, ResignRule
from ferz.match.specs import EngineSpec
from ferz.match.statistics import Estimate, Sprt

__all__ = [
    "Adjudication",
    "DrawRule",
    "EngineReport",
    "EngineSpec",
    "Estimate",
    "GameRecord",
    "Limits",
    "MatchSettings",
    "MoveRecord",
    "OpeningRule",
    "Report",
    "ResignRule",
    "SideRecord",
    "Sprt",
    "TimeControl",
    "run",
]
