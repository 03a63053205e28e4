"""What requests do, one module a topic; importing it fills `ferz.web.dispatch.ANSWERS`."""

from ferz.web.answers import analysis, challenges, designs, library, play, positions, reviews

__all__ = ["analysis", "challenges", "designs", "library", "play", "positions", "reviews"]
