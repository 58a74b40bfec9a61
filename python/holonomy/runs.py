# SPDX-License-Identifier: GPL-3.0-or-later
"""A run with everything that is reported of it, as `holonomy run --json` has it."""
from types import SimpleNamespace

import numpy as np

from ._library import (POSE, failed, ffi, interruptible, lib, one_thread, poses_taken,
                       refused, text, view)
from .method import Method, method_of
from .problem import Problem, Table, formulation_named
from .system import System, redundant_of


def _struct(of, names=None):
    """The numbers of a struct of the library by their names."""
    return SimpleNamespace(**{name: getattr(of, name)
                              for name, _ in names or ffi.typeof(of).fields})


class Run:
    """What a run measured.  Names and units are those of docs/diagnostics.md; numbers that are not
    there are NaN.

    status, message, note, t, h (min, max, last), steps, rejected; energy, energy_rigid (initial,
    final, max_error, relative, drift); work; momentum (a dict by name: initial, final, max_error);
    constraints (position, velocity, acceleration); error (position, orientation, velocity,
    multipliers, at the end against the true motion); measures; counters; cpu_seconds; poses, an
    array of POSE, of `bodies`; multipliers and nonholonomic, named by `rows`; times and trajectory,
    of the samples: (samples,) and (samples, bodies) of POSE; q, v."""

    def __init__(self, result, owner):
        r = result
        x, d = r.x, r.diagnostics
        self.problem, self.method = text(r.problem.name), text(r.method.name)
        self.parameters = Table(r.problem.parameters, "parameter").values(x.parameters)
        self.options = Table(r.method.options, "option").values(x.options)
        self.formulation = text(x.sys.formulation)
        self.status, self.message = text(lib.hol_result_status(r)), text(r.message.text)
        self.note = text(r.note.text)
        self.t = x.z.t
        self.h = SimpleNamespace(min=r.h_min, max=r.h_max, last=r.h_last)
        self.steps, self.rejected = r.steps, r.rejected
        self.bodies = [text(r.body[b]) for b in range(x.sys.nb)]
        gauge = d.gauge
        every = gauge.whole or x.sys
        self.poses = view(gauge.pose, (x.sys.nb,), owner, POSE)
        self.multipliers = view(gauge.reaction, (gauge.reactions,), owner)
        self.nonholonomic = view(gauge.all + every.nj if gauge.whole else gauge.alpha,
                                 (every.na,), owner)
        self.rows = [text(gauge.reaction_name[i]) for i in range(gauge.reactions)]
        self.redundant = text(lib.hol_redundant_name(x.redundant))
        self.left_out = [text(x.left_out.name[k]) for k in range(x.left_out.count)]
        self.energy = self._energy(r, d.energy)
        self.energy_rigid = self._energy(r, d.energy_rigid)
        self.work = gauge.done
        self.work_doubt = gauge.doubt
        self.momentum = {text(x.sys.momentum_name[i]): _struct(
            d.momentum[i], [(name, 0) for name in ("initial", "final", "max_error")])
            for i in range(x.sys.ns)}
        self.constraints = SimpleNamespace(position=np.fmax(d.phi, d.phi_inner), velocity=d.gv,
                                           acceleration=d.acceleration)
        self.error = _struct(r.error)
        self.measures = SimpleNamespace(scd=r.measures.scd, mescd=r.measures.mescd,
                                        relative=lib.hol_measures_relative(
                                            ffi.addressof(r, "measures")))
        self.counters = _struct(r.counters)
        del self.counters.steps, self.counters.rejected  # they are the run's
        self.cpu_seconds = r.cpu_seconds
        self.q, self.v = view(x.z.q, (x.sys.nq,), owner), view(x.z.v, (x.sys.nv,), owner)
        samples = r.sampler.count if r.sampler else 0
        self.times = np.array([r.sampler.sample[i].t for i in range(samples)])
        self.trajectory = (view(r.sampler.pose, (samples, x.sys.nb), owner, POSE) if samples
                           else np.zeros((0, x.sys.nb), POSE))

    @staticmethod
    def _energy(r, track):
        track = ffi.addressof(track)
        kept = lib.hol_energy_told(r.diagnostics)
        law = lib.hol_track_drift(track).law
        off = track.max_error if kept else np.nan
        return SimpleNamespace(
            initial=track.initial, final=track.final, max_error=off,
            relative=off / r.diagnostics.kinetic if r.diagnostics.kinetic else np.nan,
            drift=text(lib.hol_drift_name(law)) if kept and law != lib.HOL_DRIFT_UNKNOWN else None)

    @property
    def ok(self):
        return self.status == "ok"

    def __repr__(self):
        return (f"<holonomy.Run {self.method} on {self.problem} in {self.formulation}: "
                f"{self.status} at t = {self.t:g} s, {self.steps} steps>")


class Node:
    """An accepted node of a run, as `observe` sees it while it is called: t, h, step; the others
    are read off when they are asked for, arrays of their own."""

    def __init__(self, result, node):
        self._r, self._node = result, node
        self.t, self.h, self.step = node.z.t, node.h, node.step

    def _gauge(self):
        if self._r is None:
            raise ValueError("a node is to be read while observe() is called")
        return self._r.diagnostics.gauge

    @property
    def q(self):
        return self._copied(lambda r: (self._node.z.q, r.x.sys.nq))

    @property
    def v(self):
        return self._copied(lambda r: (self._node.z.v, r.x.sys.nv))

    @property
    def poses(self):
        gauge = self._gauge()
        return np.frombuffer(ffi.buffer(gauge.pose, POSE.itemsize * self._r.x.sys.nb), POSE).copy()

    def _copied(self, of):
        self._gauge()
        pointer, count = of(self._r)
        return np.frombuffer(ffi.buffer(pointer, 8 * count)).copy()

    def __getattr__(self, name):
        if name not in ("kinetic", "potential", "energy", "energy_rigid", "power", "done", "phi",
                        "gv", "acceleration"):
            raise AttributeError(f"a node has no {name}")
        return getattr(self._gauge(), name)


def _poses_by_name(start, names):
    """A dict of the bodies' starts, or an array of POSE of these names, as the library's."""
    if not isinstance(start, dict):
        array, _ = poses_taken(start, len(names))
        start = dict(zip(names, array))
    rows = ffi.new("hol_start_pose[]", len(start))
    for row, (name, at) in zip(rows, start.items()):
        word = name.encode()[:31]
        ffi.memmove(row.name, word, len(word))
        for field in POSE.names:
            numbers = np.ascontiguousarray(at[field], float)
            if numbers.shape != POSE[field].shape:
                raise ValueError(f"{field} of the start of {name} has the shape {numbers.shape}, "
                                 f"not {POSE[field].shape}")
            ffi.memmove(getattr(row.at, field), numbers, numbers.nbytes)
    return rows


def run(problem, method, step=None, until=None, steps=None, rtol=0.0, atol=None, samples=0,
        formulation=None, parameters=None, options=None, start=None, redundant=None,
        past_singular=False, repeats=0, observe=None, check=True):
    """One method on one problem: `holonomy run`, whose flags have these names and defaults.

    problem: a Problem, or what makes one; method: a name or a Method.  start: of every body, an
    array of POSE or a dict by name.  observe(node) is called at every accepted node.  A run that
    ends before its time raises Failed, which has it as `run`; with check=False it is returned."""
    problem = Problem.of(problem)
    method = method_of(method)
    c = method._c
    case = ffi.new("hol_case *", lib.hol_case_of(problem._c, c))
    name = formulation_named(formulation)
    case.formulation, case.redundant = name, redundant_of(redundant)
    given, parameters = parameters, problem.parameters.read(parameters)
    case.parameters = parameters
    case.options = options = Table(c.options, "option").read(options)  # the names own them
    if step is not None:
        case.h = step
    if until is not None:
        case.until = until
    if steps is not None and not (steps >= 1 and steps % 1 == 0):
        raise ValueError(f"steps = {steps} is to be a whole number above 0")
    if steps is not None and until is not None:
        case.h = until / steps
    elif steps is not None:
        case.until = steps * case.h
    case.rtol, case.atol = rtol, rtol if atol is None else atol
    case.samples, case.past_singular, case.repeats = samples, past_singular, repeats
    if start is not None:
        bodies = None if isinstance(start, dict) else System(problem, parameters=given).bodies
        rows = _poses_by_name(start, bodies)
        case.start, case.starts = rows, len(rows)
    stop, raised = ffi.new("int *"), []
    case.stop = stop
    result = ffi.new("hol_result *")
    owner = ffi.gc(result, lambda r, keep=(problem, method), free=lib.hol_result_free: free(r))

    def end(kind, value, trace):
        raised.append(value)
        stop[0] = 1

    @ffi.callback(dict(ffi.typeof("hol_case").fields)["observe"].type, onerror=end)
    def at_node(_, node):
        if not stop[0]:
            seen = Node(result, node)
            try:
                observe(seen)
            finally:
                seen._r = None

    if observe:
        case.observe = at_node
    with one_thread:
        if observe or isinstance(method, Method):  # Ctrl-C comes through the call of Python
            lib.hol_run(case, result)
        else:
            interruptible(lambda: lib.hol_run(case, result), stop)
    method._checked()
    if raised:
        raise raised[0]
    if result.refusal.outcome != lib.HOL_RAN:
        raise refused(result.refusal)
    done = Run(result, owner)
    if check and not done.ok:
        raise failed(result.status, done.message, done, f"{done.method} on {done.problem}: ")
    return done
