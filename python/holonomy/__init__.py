# SPDX-License-Identifier: GPL-3.0-or-later
"""Holonomy: time integrators of holonomically constrained multibody systems.

    >>> import holonomy
    >>> run = holonomy.run("double-spherical-pendulum", "rattle", until=10)
    >>> run.error.position, run.energy.relative

Problem: by name, from a file of YAML, or built of a dict.  System: its equations, as arrays.
Experiment: a method on it, step by step or in one call.  Method: to write one.  certify(): what it
claims, measured.  run(): a run with all that is measured of it.  Store: the runs of a sweep, as
tables.  The page docs/python.md has examples."""
from ._library import POSE, Error, Failed, ModelError, Refused, __version__
from .certificate import Certificate, certify
from .experiment import Experiment
from .method import Method, Option
from .problem import Problem, formulations, load_plugin, methods, problems
from .runs import Run, run
from .store import Columns, Store
from .system import Acceleration, Pattern, System

__all__ = ["POSE", "__version__", "Acceleration", "Certificate", "Columns", "Error",
           "Experiment", "Failed", "Method", "ModelError", "Option", "Pattern", "Problem",
           "Refused", "Run", "Store", "System", "certify", "formulations", "load_plugin",
           "methods", "problems", "run"]

for _kind in (Error, Failed, ModelError, Refused):
    _kind.__module__ = __name__  # as it is named by who catches it
