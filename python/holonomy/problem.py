# SPDX-License-Identifier: GPL-3.0-or-later
"""What there is, by name; problems: those of the library, a model's file, a model built here."""
import json
import os
import tempfile

import numpy as np

from ._library import (Error, ModelError, c_string, ffi, lib, show_to_plugins, text, unknown,
                       words)


def methods():
    """The names of all methods."""
    return [text(m.name) for m in words(lib.hol_method_at)]


def problems():
    """The names of all problems."""
    return [text(p.name) for p in words(lib.hol_problem_at)]


def formulations():
    """The names of the formulations; a problem may also have coordinates of its `own`."""
    return [text(lib.hol_formulation_name(f)) for f in words(lib.hol_formulation_at)]


def load_plugin(path):
    """Adds the methods, problems and laws of a plug-in."""
    why = ffi.new("hol_message *")
    show_to_plugins()
    if not lib.hol_plugin_load(c_string(path, "a plug-in"), why):
        raise Error(text(why.text))


class Table:
    """The options of a method or the parameters of a problem: names, defaults, ranges."""

    def __init__(self, table, what):
        self._table, self._what = table, what
        self._count = lib.hol_option_count(table)

    def defaults(self):
        """Name to value."""
        return self.values(None)

    def values(self, value):
        """The library's numbers (NULL: the defaults) by name, a choice by its word."""
        if value is None:
            value = ffi.new("double[]", self._count)
            lib.hol_option_defaults(self._table, value)
        found = {}
        for i in range(self._count):
            row, word = self._table[i], ffi.new("char[64]")
            if row.kind == lib.HOL_CHOICE:
                lib.hol_option_print(ffi.addressof(row), value[i], word)
                found[text(row.name)] = text(word)
            else:
                found[text(row.name)] = int(value[i]) if row.kind == lib.HOL_INT else value[i]
        return found

    def help(self):
        """Name to a sentence with the unit."""
        return {text(self._table[i].name): text(self._table[i].help) for i in range(self._count)}

    def read(self, given):
        """A dict as the library's numbers; NULL where there are none."""
        if not given:
            return ffi.NULL
        value, why = ffi.new("double[]", self._count), ffi.new("hol_message *")
        lib.hol_option_defaults(self._table, value)
        for name, of in given.items():
            word = of if isinstance(of, str) else repr(of.item() if hasattr(of, "item") else of)
            if not lib.hol_option_set(self._table, c_string(self._what, "a table"),
                                      c_string(f"{name}={word}", "an option"), value, why):
                raise Error(text(why.text))
        return value


class Problem:
    """A model with its start, its parameters and its reference.

    `of` is the name of a problem, the path of a model's file (NAME.yaml), or a dict that says what
    such a file says (docs/files.md).  `assemble`: the start is brought onto the constraints."""

    def __init__(self, of, assemble=False):
        if isinstance(of, dict):
            self._c = _built(of, assemble)
        elif lib.hol_model_is_file(c_string(of, "a problem")):
            self._c = _read(os.fspath(of), assemble)
        else:
            self._c = lib.hol_problem_named(c_string(of, "a problem"))
            if not self._c:
                raise unknown("problem", of, problems())
        self.name, self.about = text(self._c.name), text(self._c.about)
        self.source, self.drawing = text(self._c.source), text(self._c.drawing)
        self.until, self.step = self._c.t_end, self._c.step
        self.parameters = Table(self._c.parameters, "parameter")

    def __repr__(self):
        return f"<holonomy.Problem {self.name}>"

    @staticmethod
    def of(problem):
        """The problem itself, or that of a name, a path or a dict."""
        return problem if isinstance(problem, Problem) else Problem(problem)


def _read(path, assemble, shown=None):
    mistakes, how = ffi.new("hol_mistakes *"), ffi.new("hol_model_how *", {"assemble": assemble})
    problem = lib.hol_model_read_as(c_string(path, "a path"), how, mistakes)
    try:
        said = [text(mistakes.text[i]) for i in range(mistakes.count)]
    finally:
        lib.hol_mistakes_free(mistakes)
    if problem:
        return ffi.gc(problem, lib.hol_model_close)
    if not said:
        raise MemoryError("there is no memory for the model")
    raise ModelError([line.replace(path, shown) if shown else line for line in said])


def _plain(value):
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    raise TypeError(f"a model has no place for {value!r}")


def _built(model, assemble):
    # JSON is YAML: what a file may say, and what is said of its mistakes, is in one place.
    name = model.get("model", "model")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.yaml")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(model, file, indent=1, ensure_ascii=False, default=_plain)
        return _read(path, assemble, str(name))


def method_named(name):
    method = lib.hol_method_named(c_string(name, "a method"))
    if not method:
        raise unknown("method", name, methods(),
                      text(lib.hol_method_left_out(c_string(name, "a method"))))
    return method


def formulation_named(name):
    """The name for the library, NULL for None."""
    if name is None:
        return ffi.NULL
    word = c_string(name, "a formulation")
    if name != "own" and not lib.hol_formulation_named(word):
        raise unknown("formulation", name, formulations() + ["own"])
    return word
