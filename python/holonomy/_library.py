# SPDX-License-Identifier: GPL-3.0-or-later
"""The shared library, and how its texts, arrays, owners and refusals become Python's."""
import os
import shutil
import threading

import numpy as np

try:
    from ._declared import ffi
except ModuleNotFoundError as none:
    if none.name != __package__ + "._declared":
        raise
    raise ImportError("this is the source of the package: `pip install --no-build-isolation .` in "
                      "its folder, then import it from elsewhere") from None

POSE = np.dtype([("r", float, 3), ("p", float, 4), ("v", float, 3), ("omega", float, 3)])


class Error(Exception):
    """What the library refuses or cannot do, in its own words."""


class ModelError(Error):
    """A model with mistakes: all of them at once, `mistakes`, each with its place."""

    def __init__(self, mistakes):
        super().__init__("\n".join(mistakes))
        self.mistakes = mistakes

    def __reduce__(self):
        return type(self), (self.mistakes,)


class Refused(Error):
    """A method that cannot be run there: `outcome` is "unfit" where the formulations lack what it
    needs, else "refused", "bad start" or "bad reference"."""

    def __init__(self, text, outcome):
        super().__init__(text)
        self.outcome = outcome

    def __reduce__(self):
        return type(self), (str(self), self.outcome)


class Failed(Error):
    """Steps that ended before their time: `status` is the library's word for it, `run` what
    there is of the run (None for steps taken by hand)."""

    def __init__(self, text, status, run=None):
        super().__init__(text)
        self.status, self.run = status, run

    def __reduce__(self):
        return type(self), (str(self), self.status, self.run)


def _places():
    """Where the library may be: what the user says, what the loader knows, beside the program."""
    yield "libholonomy.so.%d" % ffi.dlopen(None).HOL_ABI
    program = shutil.which("holonomy")
    if program:
        prefix = os.path.dirname(os.path.dirname(os.path.realpath(program)))
        yield os.path.join(prefix, "lib", "libholonomy.so.%d" % ffi.dlopen(None).HOL_ABI)


def _load():
    named = os.environ.get("HOLONOMY_LIBRARY")
    tried = []
    for path in [named] if named else _places():
        try:
            lib = ffi.dlopen(path)
        except OSError as why:
            tried.append(str(why))
            continue
        if lib.hol_abi() != lib.HOL_ABI:
            raise ImportError(f"{path} has the ABI {lib.hol_abi()}, this package is for "
                              f"{lib.HOL_ABI}: install the two from one source")
        return lib, path
    raise ImportError("the library of Holonomy is not found: `make install` brings it, or "
                      "HOLONOMY_LIBRARY=/path/to/libholonomy.so names it\n  " +
                      "\n  ".join(tried))


lib, _path = _load()
__version__ = ffi.string(lib.hol_version()).decode()


def show_to_plugins():
    """A plug-in finds the functions of the library in the process that loads it."""
    ffi.dlopen(_path, ffi.RTLD_NOW | ffi.RTLD_GLOBAL)


def text(pointer):
    """A string of the library's; None for NULL."""
    return ffi.string(pointer).decode(errors="replace") if pointer else None


def texts(pointer, count):
    return [text(pointer[i]) for i in range(count)]


def words(table):
    """The names of an array that a NULL ends, given as a function of the place."""
    found, k = [], 0
    while True:
        item = table(k)
        if not item:
            return found
        found.append(item)
        k += 1


def c_string(value, what):
    if not isinstance(value, (str, os.PathLike)):
        raise TypeError(f"{what} is a str, not {type(value).__name__}")
    return ffi.new("char[]", os.fsencode(value))


def unknown(kind, name, known, note=None):
    """There is none of that name: with the nearest one, or why it is missing."""
    near = None
    if known:
        candidates = [ffi.new("char[]", word.encode()) for word in known]
        near = text(lib.hol_nearest(c_string(name, kind), ffi.new("char *[]", candidates),
                                    len(known)))
    said = note or (f"did you mean '{near}'?" if near else None)
    return Error(f"there is no {kind} '{name}'" + (f": {said}" if said else ""))


def taken(value, count, what):
    """The numbers as an array of doubles, and the library's pointer to them."""
    array = np.ascontiguousarray(value, dtype=float)
    if array.shape != (count,):
        raise ValueError(f"{what} has the shape {array.shape}, not ({count},)")
    return array, ffi.from_buffer("double[]", array)


def given(shape, out=None, what="out"):
    """An array for the library to fill, and its pointer."""
    if out is None:
        out = np.zeros(shape)
    elif not (isinstance(out, np.ndarray) and out.dtype == float and out.shape == shape and
              out.flags.c_contiguous and out.flags.writeable):
        raise ValueError(f"{what} is to be a writable contiguous array of float64 of the shape "
                         f"{shape}")
    return out, ffi.from_buffer("double[]", out)


def view(pointer, shape, owner, dtype=float):
    """The library's own memory as an array, without a copy; it keeps the owner alive.  A copy where
    nothing owns it that Python can keep."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    if not pointer or not size:
        return np.zeros(shape, dtype)
    if owner is None:
        return np.frombuffer(ffi.buffer(ffi.cast("char *", pointer), size), dtype).copy()
    held = ffi.gc(ffi.cast("char *", pointer), lambda _, owner=owner: None)
    return np.frombuffer(ffi.buffer(held, size), dtype).reshape(shape)


def poses_taken(value, count):
    """Poses as an array of POSE, and the library's pointer to them."""
    array = np.ascontiguousarray(value)
    if array.dtype != POSE or array.shape != (count,):
        raise ValueError(f"poses are an array of holonomy.POSE, one for each of {count} bodies")
    return array, ffi.from_buffer("hol_pose[]", array)


def poses_given(count):
    array = np.zeros(count, POSE)
    return array, ffi.from_buffer("hol_pose[]", array)


def refused(refusal):
    """A hol_refusal as an exception."""
    if refusal.outcome == lib.HOL_WITHOUT_MEMORY:
        return MemoryError(text(refusal.reason.text))
    message = ffi.new("hol_message *")
    lib.hol_refusal_text(ffi.addressof(refusal) if ffi.typeof(refusal).kind == "struct"
                         else refusal, message)
    outcome = {lib.HOL_UNFIT: "unfit", lib.HOL_BAD_START: "bad start",
               lib.HOL_BAD_REFERENCE: "bad reference"}.get(refusal.outcome, "refused")
    return Refused(text(message.text), outcome)


def failed(status, said, run=None, subject=""):
    """A status that is not OK as an exception."""
    if status == lib.HOL_NO_MEMORY:
        return MemoryError(said)
    word = text(lib.hol_status_name(status))
    return Failed(f"{subject}{word}: {said}", word, run)


class _OneThread:
    """BLAS on one thread while any call is under way, as the program has it: its bits depend on
    their number.  The last of the calls gives the number back."""

    def __init__(self):
        self._lock, self._calls, self._before = threading.Lock(), 0, 1

    def __enter__(self):
        with self._lock:
            self._calls += 1
            if self._calls == 1:
                self._before = lib.openblas_get_num_threads()
                if self._before != 1:
                    lib.openblas_set_num_threads(1)

    def __exit__(self, *_):
        with self._lock:
            self._calls -= 1
            if self._calls == 0 and self._before != 1:
                lib.openblas_set_num_threads(self._before)


one_thread = _OneThread()


def interruptible(call, stop):
    """Runs a call of the library that goes by a stop flag, so that Ctrl-C ends it."""
    if threading.current_thread() is not threading.main_thread():
        return call()
    ended, over = [], threading.Event()

    def work():
        try:
            ended.append(call())
        finally:
            over.set()

    threading.Thread(target=work).start()
    interrupt = None
    while not over.is_set():  # a thread's join() does not wait again once it was interrupted
        try:
            over.wait()
        except BaseException as why:
            interrupt, stop[0] = why, 1
    if interrupt:
        raise interrupt
    return ended[0]
