# SPDX-License-Identifier: GPL-3.0-or-later
"""The equations of a problem in a formulation:

    q' = T(q) v,   M(q) v' = f(t, q, v) - G(t, q)^T lambda - A^T alpha,   Phi(t, q) = 0,   A v = w
"""
from typing import NamedTuple

import numpy as np

from ._library import (failed, ffi, given, lib, one_thread, poses_given, poses_taken, refused,
                       taken, text, texts, view)
from .problem import Problem, Table, formulation_named


class Acceleration(NamedTuple):
    """v' (nv), multipliers of the rows of G (nc) and of the nonholonomic ones (na)."""
    a: np.ndarray
    multipliers: np.ndarray
    nonholonomic: np.ndarray


class Pattern:
    """A matrix of fixed sparsity by compressed rows: `start` (rows + 1) and `col` (nnz)."""

    def __init__(self, pattern, owner):
        self.shape = pattern.rows, pattern.cols
        self.nnz = pattern.nnz
        self.start = view(pattern.start, (pattern.rows + 1,), owner, np.intc)
        self.col = view(pattern.col, (pattern.nnz,), owner, np.intc)
        self._place = np.repeat(np.arange(pattern.rows), np.diff(self.start)) * pattern.cols
        self._place += self.col

    def dense(self, values):
        """The matrix of these values (nnz)."""
        full = np.zeros(self.shape)
        full.reshape(-1)[self._place] = values
        return full


def opened(problem, method, formulation, parameters, options, redundant):
    """An experiment of the library, of a method or of none; it ends with the last reference."""
    setup, why = ffi.new("hol_setup *"), ffi.new("hol_refusal *")
    name = formulation_named(formulation)
    setup.problem, setup.formulation = problem._c, name
    setup.parameters = parameters = problem.parameters.read(parameters)
    if method:
        setup.method = method._c
        setup.options = options = Table(method._c.options, "option").read(options)
    setup.redundant = redundant_of(redundant)
    with one_thread:
        x = lib.hol_experiment_open(setup, why)
    owner = ffi.gc(x, lambda x, keep=(problem, method), close=lib.hol_experiment_close: close(x))
    if method:
        method._checked()
    if not x:
        raise refused(why)
    return owner


def redundant_of(word):
    """What becomes of rows that depend on others, by its word."""
    if word is None:
        return lib.HOL_REDUNDANT_DEFAULT
    known = {text(lib.hol_redundant_name(how)): how
             for how in (lib.HOL_REDUNDANT_REFUSE, lib.HOL_REDUNDANT_DROP,
                         lib.HOL_REDUNDANT_LEAST_NORM)}
    if word not in known:
        raise ValueError(f"redundant is one of {', '.join(known)}, not {word!r}")
    return known[word]


class System:
    """The equations of a problem in a formulation, the method's default one or the first that fits.

    Vectors: q (nq), v (nv).  Units, frames and signs are those of docs/api.md.  A system belongs to
    one thread at a time."""

    def __init__(self, problem, formulation=None, parameters=None, redundant=None):
        problem = Problem.of(problem)
        x = opened(problem, None, formulation, parameters, None, redundant)
        self._take(x.sys, x)

    def _take(self, sys, owner):
        """The evaluator of an owner that outlives this object."""
        self._c, self._owner = sys, owner
        for size in ("nq", "nv", "nc", "nj", "na", "nb", "ns"):
            setattr(self, size, getattr(sys, size))
        self.formulation = text(sys.formulation)
        self.rows = texts(sys.row_name, sys.nc)
        self.momenta = texts(sys.momentum_name, sys.ns)
        self.bodies = [text(lib.hol_body_at(sys.model, b).name) for b in range(sys.nb)]
        self.pattern = {name: Pattern(getattr(sys, name), owner) for name in ("M", "G", "A")}
        return self

    def __repr__(self):
        return f"<holonomy.System in {self.formulation}: nq {self.nq}, nv {self.nv}, nc {self.nc}>"

    @property
    def traits(self):
        """What the equations are, in words: "a constant mass matrix, constraints free of time"."""
        said = ffi.new("char[1024]")
        lib.hol_traits_text(self._c.has, said, 1024)
        return text(said)

    def start(self):
        """q and v of the problem's start."""
        return self.place(None)

    # ---- mass, forces, energies

    def mass(self, q, values=False):
        """M (nv, nv); `values`: those of pattern["M"] alone."""
        out, to = given((self.pattern["M"].nnz,))
        lib.hol_mass(self._c, taken(q, self.nq, "q")[1], to)
        return out if values else self.pattern["M"].dense(out)

    def force(self, t, q, v, out=None):
        """f (nv), with the forces of inertia."""
        out, to = given((self.nv,), out)
        lib.hol_total_force(self._c, t, taken(q, self.nq, "q")[1], taken(v, self.nv, "v")[1], to)
        return out

    def kinetic(self, q, v):
        """Kinetic energy [J]."""
        return lib.hol_kinetic(self._c, taken(q, self.nq, "q")[1], taken(v, self.nv, "v")[1])

    def potential(self, q):
        """Potential energy [J]."""
        return lib.hol_potential(self._c, taken(q, self.nq, "q")[1])

    def momentum(self, q, p):
        """The momentum maps (ns) of p = M v, named by `momenta`."""
        out, to = given((self.ns,))
        lib.hol_momentum(self._c, taken(q, self.nq, "q")[1], taken(p, self.nv, "p")[1], to)
        return out

    # ---- constraints

    def constraints(self, t, q, out=None):
        """Phi (nc), named by `rows`."""
        out, to = given((self.nc,), out)
        lib.hol_constraints(self._c, t, taken(q, self.nq, "q")[1], to, ffi.NULL)
        return out

    def jacobian(self, t, q, values=False):
        """G (nc, nv), d/dt Phi = G v + Phi_t; `values`: those of pattern["G"] alone."""
        out, to = given((self.pattern["G"].nnz,))
        lib.hol_constraints(self._c, t, taken(q, self.nq, "q")[1], ffi.NULL, to)
        return out if values else self.pattern["G"].dense(out)

    def curvature(self, q, v, out=None):
        """d/dt(G) v (nc) at constant v and time; of a driven angle's row 0: `drive` has it."""
        out, to = given((self.nc,), out)
        lib.hol_curvature(self._c, taken(q, self.nq, "q")[1], taken(v, self.nv, "v")[1], to)
        return out

    def drive(self, t, q, v):
        """Of driven joints Phi_t, and what d^2 Phi / dt^2 has beside G v' and `curvature` (nc
        each), else 0."""
        (a, to_a), (b, to_b) = given((self.nc,)), given((self.nc,))
        lib.hol_drive(self._c, t, taken(q, self.nq, "q")[1], taken(v, self.nv, "v")[1], to_a, to_b)
        return a, b

    def nonholonomic(self, t, q):
        """A (na, nv) and w (na)."""
        (a, to_a), (w, to_w) = given((self.pattern["A"].nnz,)), given((self.na,))
        if self.na:
            lib.hol_nonholonomic_rows(self._c, t, taken(q, self.nq, "q")[1], to_a, to_w)
        return self.pattern["A"].dense(a), w

    def acceleration(self, t, q, v):
        """v' and the multipliers of the index-1 equations."""
        (a, to_a), (y, to_y) = given((self.nv,)), given((self.nc,))
        z, to_z = given((self.na,))
        status = lib.hol_acceleration(self._c, t, taken(q, self.nq, "q")[1],
                                      taken(v, self.nv, "v")[1], to_a, to_y, to_z)
        if status:
            raise failed(status, text(lib.hol_status_reason(status)))
        return Acceleration(a, y, z)

    # ---- the space of coordinates

    def rate(self, q, v, out=None):
        """q' (nq)."""
        out, to = given((self.nq,), out)
        lib.hol_rate(self._c, taken(q, self.nq, "q")[1], taken(v, self.nv, "v")[1], to)
        return out

    def move(self, q, dv, out=None):
        """q o exp(dv), which is q + dv where coordinates add."""
        out, to = given((self.nq,), out)
        lib.hol_move(self._c, taken(q, self.nq, "q")[1], taken(dv, self.nv, "dv")[1], to)
        return out

    def difference(self, q0, q1):
        """The dv (nv) that moves q0 to q1."""
        out, to = given((self.nv,))
        lib.hol_difference(self._c, taken(q0, self.nq, "q0")[1], taken(q1, self.nq, "q1")[1], to)
        return out

    def poses(self, q, v):
        """Of all bodies an array of POSE: r [m], p Euler parameters, v [m/s], omega in the axes of
        the body [rad/s]."""
        out, to = poses_given(self.nb)
        lib.hol_poses(self._c, taken(q, self.nq, "q")[1], taken(v, self.nv, "v")[1], to)
        return out

    def place(self, poses):
        """q and v of the poses of all bodies; None: of the start."""
        (q, to_q), (v, to_v) = given((self.nq,)), given((self.nv,))
        held, at = (None, ffi.NULL) if poses is None else poses_taken(poses, self.nb)
        lib.hol_place(self._c, at, to_q, to_v)
        return q, v
