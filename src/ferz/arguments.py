"""What is asked of an argument that a caller may get wrong: it is refused in words."""


def checked_int(name: str, value: object, least: int, most: int) -> int:
    """A whole number within its range. Raises `ValueError` for anything else."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{name}: found {value!r}, expected a whole number")
    if value < least:
        raise ValueError(f"{name}: found {value}, expected {least} or more")
    if value > most:
        raise ValueError(f"{name}: found {value}, expected at most {most}")
    return value
