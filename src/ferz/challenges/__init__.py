"""Challenges: puzzles with a goal that can be checked, and games worth playing."""

from ferz.challenges.model import (
    GOALS,
    THEMES,
    Challenge,
    ChallengeError,
    Goal,
    Hint,
    KeyPosition,
    Step,
    load,
    loads,
)

__all__ = [
    "GOALS",
    "THEMES",
    "Challenge",
    "ChallengeError",
    "Goal",
    "Hint",
    "KeyPosition",
    "Step",
    "load",
    "loads",
]
