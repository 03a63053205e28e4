"""`python -m ferz`, the same as `ferz`."""

from ferz.cli import main

if __name__ == "__main__":
    main()
