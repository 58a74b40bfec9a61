# SPDX-License-Identifier: GPL-3.0-or-later
"""A store as tables: what the program swept and exports, bit for bit."""
import contextlib
import csv
import io
import os
import re
import shutil
import sqlite3
import subprocess
import unittest
import unittest.mock

import numpy as np

import holonomy
from holonomy.store import FIRST, VERSION

WORK = os.environ["PYTHON_WORK"]
PATH = os.path.join(WORK, "swept results.sqlite")
PLAN = """title: for the package
runs:
  - problem: double-spherical-pendulum
    methods: [rattle, shake]
    step: [0.02, 0.01]
    until: 1
  - problem: top
    method: shake
    formulation: lie
  - problem: top
    method: rattle
    step: 0.001
    until: 0.1
"""


def program(*arguments):
    done = subprocess.run([os.environ["HOLONOMY"], *arguments], check=True, capture_output=True,
                          text=True)
    return done.stdout


class Stores(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        plan = os.path.join(WORK, "plan.yaml")
        with open(plan, "w", encoding="utf-8") as file:
            file.write(PLAN)
        program("sweep", plan, "--store", PATH)

    def test_the_numbers_are_those_of_runs(self):
        with holonomy.Store(PATH) as store:
            runs = store.table("latest", "method = ? AND h = ?", "rattle", 0.01)
        again = holonomy.run("double-spherical-pendulum", "rattle", step=0.01, until=1)
        self.assertEqual(runs["error_position"].tolist(), [again.error.position])
        self.assertEqual(runs["energy"].tolist(), [again.energy.max_error])
        self.assertEqual(runs["steps"].dtype, np.int64)
        self.assertEqual(runs.rows()[0]["problem"], "double-spherical-pendulum")

    def test_tables_are_those_that_are_exported(self):
        exported = list(csv.DictReader(io.StringIO(
            program("export", "--store", PATH, "--view", "work_precision", "--format", "csv"))))
        with holonomy.Store(PATH) as store:
            found = store.table("work_precision")
        self.assertEqual(len(exported), 5)
        for name in ("problem", "method", "key"):
            self.assertEqual([row[name] for row in exported], found[name].tolist())
        for name in ("h", "error_position", "cpu_seconds", "rtol"):
            want = [float(row[name]) if row[name] else np.nan for row in exported]
            np.testing.assert_array_equal(want, found[name])

    def test_failures_are_rows(self):
        with holonomy.Store(PATH) as store:
            failed = store.table("runs", "ran = 0")
            self.assertIn("needs coordinates that add", failed["message"][0])
            self.assertTrue(np.isnan(failed["error_position"][0]))
            self.assertEqual(store.certificates().rows(), [])
            names = set(store.certificates())
            self.assertEqual(store.query("SELECT count(*) AS n FROM runs")["n"].tolist(), [6])
        # Stores of former versions, with certificates.
        for version in range(FIRST, VERSION):
            path = os.path.join(WORK, f"version {version}.sqlite")
            db = sqlite3.connect(path)
            with open(os.path.join(os.environ["srcdir"], "tests", "harness",
                                   f"store_{version}.sql"), encoding="utf-8") as script:
                db.executescript(script.read())
            db.close()
            with holonomy.Store(path) as store:
                certificates = store.certificates()
                self.assertEqual(set(certificates), names)
                self.assertIn("holds", certificates["verdict"])
                self.assertEqual(certificates["value"].dtype, float)
                self.assertIn("runs", store.tables())

    def test_what_the_page_shows(self):
        path = os.path.join(os.environ["srcdir"], "docs", "python.md")
        with open(path, encoding="utf-8") as page:
            shown = re.search(r"```python\n(.*?)```", page.read(), re.S)[1]
        shutil.copy(PATH, "results.sqlite")
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(shown, {"holonomy": holonomy})
        self.assertEqual(said.getvalue(), "rattle\n")

    def test_what_is_no_store(self):
        other = os.path.join(WORK, "other.sqlite")
        shutil.copy(PATH, other)
        db = sqlite3.connect(other)
        self.assertEqual(db.execute("PRAGMA user_version").fetchone()[0], VERSION)
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
        db.commit()
        with self.assertRaisesRegex(holonomy.Error, f"of version {VERSION + 1}"):
            holonomy.Store(other)
        db.execute("PRAGMA application_id = 1")
        db.commit()
        db.close()
        text = os.path.join(WORK, "plan.yaml")
        for path, said in ((other, "no store of Holonomy"), (text, "not a database"),
                           (os.path.join(WORK, "nowhere"), "there is no such store")):
            with self.assertRaisesRegex(holonomy.Error, said):
                holonomy.Store(path)
        with unittest.mock.patch("sys.unraisablehook") as ignored:
            self.assertRaises(TypeError, holonomy.Store, 3)
        ignored.assert_not_called()
        with holonomy.Store(PATH) as store:
            with self.assertRaisesRegex(holonomy.Error, "no table 'lattest': did you mean"):
                store.table("lattest")
            with self.assertRaisesRegex(holonomy.Error, "no such column"):
                store.table("runs", "hh = 1")
            with self.assertRaisesRegex(holonomy.Error, "readonly"):
                store.query("DELETE FROM runs")


if __name__ == "__main__":
    unittest.main()
