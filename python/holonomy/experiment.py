# SPDX-License-Identifier: GPL-3.0-or-later
"""A method set up on a problem, stepped by hand or to an end in one call."""
import math
import sys
from types import SimpleNamespace

from ._library import (failed, ffi, interruptible, lib, one_thread, poses_given, poses_taken, text,
                       view)
from .method import method_of
from .problem import Problem, Table
from .system import System, opened

_step = lib.hol_step


class Experiment:
    """A method on a problem: `system`, and the state `t`, `q`, `v`, `p` (nodal momentum),
    `multipliers`, `nonholonomic`, arrays that show the library's own memory and may be written to.

    An experiment belongs to one thread at a time, and ends with the last reference to it."""

    def __init__(self, problem, method, formulation=None, parameters=None, options=None,
                 redundant=None):
        self.problem = Problem.of(problem)
        self._method = method_of(method)
        self._x = x = opened(self.problem, self._method, formulation, parameters, options,
                             redundant)
        self.system = System._take(System.__new__(System), x.sys, x)
        self.method, self._s, self._z = self._method.name, x.s, x.z
        self.formulation = self.system.formulation
        self.parameters = self.problem.parameters.values(x.parameters)
        self.options = Table(x.method.options, "option").values(x.options)
        z, sys_ = x.z, self.system
        self.q, self.v = view(z.q, (sys_.nq,), x), view(z.v, (sys_.nv,), x)
        self.p = view(z.p, (sys_.nv,), x)
        self.multipliers = view(getattr(z, "lambda"), (sys_.nc,), x)
        self.nonholonomic = view(z.alpha, (sys_.na,), x)
        self._h = None

    def __repr__(self):
        return f"<holonomy.Experiment {self.method} on {self.problem.name} in {self.formulation}>"

    @property
    def claims(self):
        """What the method claims here, by the names of hol_claims: order_q, error_order, ..."""
        claims = self._x.claims
        return SimpleNamespace(**{name: getattr(claims, name)
                                  for name, _ in ffi.typeof("hol_claims").fields})

    @property
    def t(self):
        """Time of the state [s]."""
        return self._z.t

    def poses(self):
        """Of all bodies where the state stands, an array of POSE."""
        out, to = poses_given(self.system.nb)
        if lib.hol_experiment_poses(self._x, to):
            raise MemoryError("there is no memory for the poses")
        return out

    def start(self, h, t=0.0, poses=None):
        """Puts the state at the start, or at these poses, for steps of h [s]; h < 0 steps back."""
        if not (math.isfinite(h) and h):
            raise ValueError(f"h = {h} is to be a number that is not 0")
        if not math.isfinite(t):
            raise ValueError(f"t = {t} is to be a number")
        held, at = (None, ffi.NULL) if poses is None else poses_taken(poses, self.system.nb)
        with one_thread:
            status = lib.hol_start(self._s, t, h, at, self._z)
        if status:
            self._h = None
            self._fail(status, -1)
        self._h, self._t0, self._n = h, t, 0

    def step(self):
        """One step of the h of `start`; a step that fails leaves the state as it was."""
        if self._h is None:
            raise ValueError("start(h) comes before step()")
        status = _step(self._s, self._h, self._z)
        if status:
            self._fail(status, self._n + 1)
        self._n = n = self._n + 1
        self._z.t = self._t0 + n * self._h

    def run(self, until, h=None, rtol=0.0, atol=None):
        """From the problem's start to t = until [s] in one call: by fixed steps h, the last one
        cut, or, with tolerances, by steps under control of the error estimate, h the first."""
        h = self.problem.step if h is None else h
        if not (0 < h < math.inf and 0 < until < math.inf):
            raise ValueError(f"h = {h} and until = {until} are to be numbers above 0")
        atol = rtol if atol is None else atol
        if not (0 <= rtol < math.inf and 0 <= atol < math.inf):
            raise ValueError(f"rtol = {rtol} and atol = {atol} are to be numbers not below 0")
        adaptive = rtol > 0 or atol > 0
        x, s = self._x, self._s
        if adaptive and not (x.claims.error_order > 0 or x.claims.own_control):
            raise ValueError(f"{self.method} has no error estimate: it takes a step, not "
                             "tolerances")
        stop = ffi.new("int *")
        s.rtol, s.atol = (rtol, atol) if adaptive else (0, 0)
        a = ffi.new("hol_advance *", {
            "s": s, "z": self._z, "h": h, "t_end": until, "adaptive": adaptive,
            "error_order": x.claims.error_order, "max_steps": sys.maxsize, "stop": stop})
        self._h = None
        with one_thread:
            status = lib.hol_start(s, 0, min(h, until), ffi.NULL, self._z)
            if status:
                self._fail(status, -1)
            whole = interruptible(lambda: lib.hol_try(_advance, a), stop)
        self._method._checked()
        if not whole:
            raise MemoryError("there is no memory for the steps")
        if a.status:
            raise failed(a.status, text(a.message.text))
        return a.steps

    def _fail(self, status, step):
        self._method._checked()
        why = ffi.new("hol_message *")
        lib.hol_failure_text(self._s, status, step, self._z.t, why)
        raise failed(status, text(why.text))


_advance = ffi.cast("void (*)(void *)", ffi.addressof(lib, "hol_advance_run"))
