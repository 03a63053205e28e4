"""The page and its server: play, learn, analyze and invent in the browser.

Everything is local: the server listens on this machine alone, and the page asks nobody else.
"""
