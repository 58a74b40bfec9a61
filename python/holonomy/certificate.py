# SPDX-License-Identifier: GPL-3.0-or-later
"""What a method claims, measured: `holonomy certify`."""
from typing import NamedTuple

from ._library import Error, ffi, interruptible, lib, one_thread, text
from .method import Method, method_of
from .problem import Problem
from .system import opened


class Line(NamedTuple):
    """A claim beside its measurement; `value` is the number of `measured`, or NaN."""
    what: str
    claim: str
    measured: str
    value: float
    verdict: str


class Certificate(list):
    """The Lines of a method on a problem; `failed` counts the claims that do not hold."""

    failed = 0

    def __getitem__(self, key):
        """The line of a name, "order of position"; or of a place."""
        if isinstance(key, str):
            for line in self:
                if line.what == key:
                    return line
            raise KeyError(key)
        return super().__getitem__(key)

    def __str__(self):
        return "\n".join(f"{line.verdict:12} {line.what:26} {line.claim:8} {line.measured}"
                         for line in self)


def certify(problem, method, formulation=None, parameters=None, options=None, redundant=None):
    """Orders against the true motion, invariants, symmetry and symplecticity of the step, the
    largest stable one and its cost, as a Certificate."""
    problem, method = Problem.of(problem), method_of(method)
    if not parameters and problem._c.trial:  # at the defaults the motion is too plain
        name, value = text(problem._c.trial).split("=")
        parameters = {name: value}
    x = opened(problem, method, formulation, parameters, options, redundant)
    missing, wrong = ffi.new("hol_message *"), ffi.new("hol_message *")
    x.reference = lib.hol_reference_for(problem._c, x.parameters, missing, wrong)
    if text(wrong.text):
        raise Error(text(wrong.text))
    found, stop = ffi.new("hol_certificate *"), ffi.new("int *")
    x.s.stop = stop
    with one_thread:
        if isinstance(method, Method):  # Ctrl-C comes through the call of Python
            room = lib.hol_certify(x, ffi.NULL, found)
        else:
            room = interruptible(lambda: lib.hol_certify(x, ffi.NULL, found), stop)
    method._checked()
    if not room:
        raise MemoryError("there is no memory for the certificate")
    made = Certificate(Line(text(line.what), text(line.claim), text(line.measured), line.value,
                            text(lib.hol_certified_name(line.verdict)))
                       for line in found.line[0:found.lines])
    made.failed = found.failed
    return made
