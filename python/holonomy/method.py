# SPDX-License-Identifier: GPL-3.0-or-later
"""A method written in Python: the library calls it as any other."""
from typing import NamedTuple, Optional

import numpy as np

from ._library import Failed, ffi, lib, text, unknown
from .problem import Table, method_named
from .system import System

_KEPT = {"no": lib.HOL_NOT_KEPT, "bounded": lib.HOL_BOUNDED, "exact": lib.HOL_EXACT}
_STATUS = {text(lib.hol_status_name(code)): code
           for code in sorted(ffi.typeof("hol_status").elements)}
_TRAITS = {name[4:]: getattr(lib, name) for name in (
    "HOL_FLAT", "HOL_CONST_MASS", "HOL_REGULAR_MASS", "HOL_QUADRATIC", "HOL_HOLONOMIC",
    "HOL_SCLERONOMIC", "HOL_CONSERVATIVE", "HOL_POSITION_FORCES", "HOL_FULL_RANK", "HOL_SMALL",
    "HOL_HARD", "HOL_POWER_SERIES")}
_live = {}  # address of a hol_stepper of a method in Python: its Stepper


class Option(NamedTuple):
    """An option of a method: a float, an int, or a word of `choices` ("left right")."""
    value: object
    min: float = -np.inf
    max: float = np.inf
    choices: Optional[str] = None
    help: str = ""


class State:
    """A state as a step sees it, arrays of its own: t, q, v, multipliers (nc), nonholonomic (na),
    p (nv, the nodal momentum; None: M v) and memory.  What a step leaves in them is the new state;
    t is the driver's."""

    _there = {"multipliers": "lambda", "nonholonomic": "alpha"}

    def __init__(self, z, system, memory):
        self.t, self.p = z.t, None
        self.q, self.v = _copy(z.q, system.nq), _copy(z.v, system.nv)
        self.multipliers = _copy(getattr(z, "lambda"), system.nc)
        self.nonholonomic, self.memory = _copy(z.alpha, system.na), _copy(z.memory, memory)

    def _give(self, z, system, memory):
        """Writes it into the library's state."""
        for name, count in (("q", system.nq), ("v", system.nv), ("multipliers", system.nc),
                            ("nonholonomic", system.na), ("p", system.nv), ("memory", memory)):
            if name == "p" and self.p is None:
                self.p = system.mass(self.q) @ self.v
            array = np.ascontiguousarray(getattr(self, name), float)
            if array.shape != (count,):
                raise ValueError(f"a step left {name} of the shape {array.shape}, not ({count},)")
            if count:
                ffi.memmove(getattr(z, self._there.get(name, name)), array, 8 * count)


def _copy(pointer, count):
    if not count:
        return np.zeros(0)
    return np.frombuffer(ffi.buffer(pointer, 8 * count)).copy()


class Stepper:
    """A method set up on a system: `system`, `options` by name, `rtol` and `atol`; a step with an
    error estimate sets `error`, scaled so that it is accepted at <= 1; what a method keeps
    beside its states it may put here."""

    def __init__(self, s, method):
        self._c = s
        self.system = System._take(System.__new__(System), s.sys, None)
        self.options = method._values(s.opt)
        self.memory = method.memory(self.system, self.options)

    @property
    def rtol(self):
        return self._c.rtol

    @property
    def atol(self):
        return self._c.atol

    @property
    def error(self):
        return self._c.error

    @error.setter
    def error(self, value):
        self._c.error = value

    def _end(self):
        self._c = self.system._c = None  # a call from now on is a TypeError


@ffi.callback("void(void *)")
def _ended(address):
    stepper = _live.pop(int(ffi.cast("uintptr_t", address)), None)
    if stepper:
        stepper._end()


class Method:
    """To be derived from.  `name`, `about`, `source` are texts, `formulation` the default one,
    `needs` traits (HOL_FULL_RANK is "FULL_RANK"), `options` a dict of Option.

    step(s, h, z) changes the State z to that at t + h; start(s, h, z), if there is one, prepares
    the first.  Either may return a status, "diverged" or "rejected"; a Failed that the system
    raises is such a status.  claims(system, options) is a dict of members of hol_claims
    (docs/api.md): order_q, order_v, order_lambda, energy="bounded" or "exact", symmetric=True ...;
    memory(system, options) is how many doubles of memory a state has."""

    name, about, source, formulation = "", "", "", "natural"
    needs, options, softens = ("FULL_RANK",), {}, False

    def step(self, s, h, z):
        raise NotImplementedError(f"{type(self).__name__} has no step")

    start = None

    def claims(self, system, options):
        return {}

    def memory(self, system, options):
        return 0

    def __init__(self):
        if not self.name:
            raise ValueError(f"{type(self).__name__} has no name")
        self._raised = None
        self._texts = [ffi.new("char[]", word.encode()) for word in
                       (self.name, self.source, self.about, self.formulation)]
        self._table = self._made_table()
        needs = 0
        for trait in self.needs:
            if trait not in _TRAITS:
                raise unknown("trait", trait, list(_TRAITS))
            needs |= _TRAITS[trait]
        calls = {"claims": self._claims, "memory": self._memory, "setup": self._setup}
        for name in ("step", "start"):
            if of := getattr(self, name):
                calls[name] = lambda s, h, z, of=of: self._stepped(of, s, h, z)
        field = dict(ffi.typeof("hol_method").fields)
        error = {"claims": ffi.new("hol_claims *")[0], "memory": 0, "setup": lib.HOL_UNSUPPORTED}
        self._calls = {name: ffi.callback(field[name].type, of, onerror=self._remember,
                                          error=error.get(name, lib.HOL_DIVERGED))
                       for name, of in calls.items()}
        name, source, about, formulation = self._texts[:4]
        self._c = ffi.new("hol_method *", {
            "name": name, "family": name, "source": source, "about": about,
            "formulation": formulation, "options": self._table, "needs": needs,
            "softens": self.softens, **self._calls})

    # ---- the table of options

    def _made_table(self):
        if not self.options:
            return ffi.NULL
        table = ffi.new("hol_option[]", len(self.options) + 1)
        for row, (name, option) in zip(table, self.options.items()):
            words = (option.choices or "").split()
            kind = (lib.HOL_CHOICE if words else
                    lib.HOL_INT if isinstance(option.value, int) else lib.HOL_REAL)
            value = words.index(option.value) if words else option.value
            least, most = (0, len(words) - 1) if words else (option.min, option.max)
            held = [ffi.new("char[]", word.encode()) for word in
                    (name, option.choices or "", option.help)]
            self._texts += held
            row.name, row.help, row.kind = held[0], held[2], kind
            row.choices = held[1] if words else ffi.NULL
            row.value, row.min, row.max = value, least, most
        return table

    def _values(self, opt):
        return Table(self._table, "option").values(opt if opt else None)

    # ---- what the library calls

    def _remember(self, kind, value, trace):
        if self._raised is None:
            self._raised = value

    def _checked(self):
        """Raises what the method raised since the last time."""
        raised, self._raised = self._raised, None
        if raised is not None:
            raise raised

    def _claims(self, _, sys, opt):
        system = System._take(System.__new__(System), sys, None)
        made = ffi.new("hol_claims *")
        for name, of in self.claims(system, self._values(opt)).items():
            if name not in dict(ffi.typeof(made[0]).fields):
                raise unknown("claim", name, list(dict(ffi.typeof(made[0]).fields)))
            setattr(made, name, _KEPT[of] if isinstance(of, str) else of)
        system._c = None
        return made[0]

    def _memory(self, _, sys, opt):
        system = System._take(System.__new__(System), sys, None)
        count = self.memory(system, self._values(opt))
        system._c = None
        return count

    def _setup(self, s):
        address = int(ffi.cast("uintptr_t", s))
        _live[address] = Stepper(s, self)
        lib.hol_at_end(s.memory, _ended, s)
        return lib.HOL_OK

    def _stepped(self, of, s, h, z):
        if self._raised is not None:  # nothing goes on behind an exception
            return lib.HOL_DIVERGED
        stepper = _live[int(ffi.cast("uintptr_t", s))]
        state = State(z, stepper.system, stepper.memory)
        try:
            word = of(stepper, h, state)
        except Failed as why:
            word = why.status
        word = "ok" if word is None else word
        if word not in list(_STATUS):
            raise ValueError(f"a step of {self.name} returned {word!r}: a status is one of "
                             f"{', '.join(_STATUS)}")
        if word == "ok":
            state._give(z, stepper.system, stepper.memory)
        return _STATUS[word]


class _Native:
    """A method of the library, by its name."""

    def __init__(self, name):
        self._c = method_named(name)
        self.name = text(self._c.name)

    def _checked(self):
        pass


def method_of(method):
    """What stands for a method of a name, of a class derived from Method, or of one of those."""
    if isinstance(method, type) and issubclass(method, Method):
        method = method()
    return method if isinstance(method, Method) else _Native(method)
