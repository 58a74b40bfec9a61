# SPDX-License-Identifier: GPL-3.0-or-later
"""The results store of `holonomy sweep` as tables; docs/store.md has their columns."""
import os
import sqlite3
from urllib.parse import quote

import numpy as np

from ._library import Error, unknown

APPLICATION, FIRST, VERSION = 0x486F6C6F, 4, 7  # of the tables: docs/store.md

_CERTIFICATE = ("key", "place", "problem", "method", "formulation", "what", "claim", "measured",
                "value", "verdict")


class Columns(dict):
    """Rows as columns: name to array.  Numbers are arrays of int64 or float64, NULL as NaN, the
    rest arrays of str and None.  pandas.DataFrame(columns) takes it as it is; len(columns.rows())
    counts."""

    def rows(self):
        """A list of dicts, a row each."""
        return [dict(zip(self, row)) for row in zip(*self.values())]


def _column(values):
    kinds = {type(value) for value in values} - {type(None)}
    if kinds == {int} and None not in values:
        return np.array(values, np.int64)
    if kinds <= {int, float}:
        return np.array([np.nan if value is None else value for value in values], float)
    column = np.empty(len(values), object)
    column[:] = values
    return column


class Store:
    """A results store, opened to be read; what sweeps go on writing is seen by the next question.

        with holonomy.Store("results.sqlite") as store:
            found = store.table("work_precision", "problem = ?", "top")
    """

    _db = None

    def __init__(self, path):
        path = os.fspath(path)
        if not os.path.isfile(path):
            raise Error(f"{path}: there is no such store")
        self.path = path
        try:
            self._db = sqlite3.connect(f"file:{quote(os.path.abspath(path))}?mode=ro", uri=True)
            of, version = (self._db.execute(f"PRAGMA {key}").fetchone()[0]
                           for key in ("application_id", "user_version"))
        except sqlite3.Error as why:
            self.close()
            raise Error(f"{path}: {why}") from None
        if of != APPLICATION or not FIRST <= version <= VERSION:
            self.close()
            raise Error(f"{path}: it is no store of Holonomy" if of != APPLICATION else
                        f"{path}: its tables are of version {version}, this package reads those of "
                        f"{FIRST} to {VERSION}")

    def close(self):
        """Later questions are errors of sqlite3."""
        if self._db:
            self._db.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    __del__ = close

    def __repr__(self):
        return f"<holonomy.Store {self.path}>"

    def tables(self):
        """The names of the tables and views."""
        rows = self._db.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view') "
                                "AND name NOT LIKE 'sqlite_%' ORDER BY name")
        return [name for name, in rows]

    def table(self, name, where=None, *values):
        """A table or view, or its rows where a condition of SQL holds, `?` for each value."""
        if name not in self.tables():
            raise unknown("table", name, self.tables())
        return self.query(f'SELECT * FROM "{name}"' + (f" WHERE {where}" if where else ""),
                          *values)

    def certificates(self):
        """The certificates that a report has made; no rows where none has."""
        if "certificates" not in self.tables():
            return Columns((name, _column([])) for name in _CERTIFICATE)
        return self.table("certificates")

    def query(self, sql, *values):
        """What a question of SQL finds."""
        try:
            found = self._db.execute(sql, values)
            rows = found.fetchall()
        except sqlite3.Error as why:
            raise Error(f"{self.path}: {why}") from None
        names = [column[0] for column in found.description or ()]
        columns = zip(*rows) if rows else ((),) * len(names)
        return Columns((name, _column(list(column))) for name, column in zip(names, columns))
