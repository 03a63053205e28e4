"""`python -m ferz.cli`, the same as the program `ferz`."""

from ferz.cli import main

if __name__ == "__main__":
    main()
