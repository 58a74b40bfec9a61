# SPDX-License-Identifier: GPL-3.0-or-later
"""Models, systems, steps and runs: against closed forms, NumPy's algebra and the program."""
import copy
import gc
import json
import math
import os
import pickle
import resource
import signal
import subprocess
import sys
import threading
import time
import unittest
from types import SimpleNamespace

import numpy as np

import holonomy

DOUBLE = "double-spherical-pendulum"

PENDULUM = {
    "model": "pendulum", "span": 2,
    "bodies": [{"name": "bob", "shape": "point", "m": 1.5, "r": np.array([0.6, 0, -0.8]),
                "v": [0, np.float64(0.3), 0]}],
    "joints": [{"name": "rod", "type": "distance", "bodies": ["ground", "bob"],
                "points": [[0, 0, 0], [0, 0, 0]], "length": 1}],
    "forces": [{"type": "gravity", "g": [0, 0, -9.81]}],
}

CHAIN = {  # of so many bodies that a certificate takes long
    "model": "chain", "span": 10, "step": 1e-4,
    "bodies": [{"repeat": 200, "name": "b[i]", "shape": "point", "m": 1, "r": ["i", 0, 0]}],
    "joints": [{"name": "d", "type": "distance", "bodies": ["ground", "b[1]"],
                "points": [[0, 0, 0], [0, 0, 0]], "length": 1},
               {"repeat": [2, 200], "name": "d[i]", "type": "distance",
                "bodies": ["b[i-1]", "b[i]"], "points": [[0, 0, 0], [0, 0, 0]], "length": 1}],
    "forces": [{"type": "gravity", "g": [0, 0, -9.81]}],
}


def program(*arguments):
    """What `holonomy ARGUMENTS --json` says."""
    done = subprocess.run([os.environ["HOLONOMY"], *arguments, "--json"], check=True,
                          capture_output=True, text=True)
    return json.loads(done.stdout)


def plain(value):
    """A measured object as the program's JSON has it: no NaN, no infinity."""
    if isinstance(value, SimpleNamespace):
        return {name: plain(of) for name, of in vars(value).items()}
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def bodies(names, poses):
    return [{"name": name, **{field: at[field].tolist() for field in holonomy.POSE.names}}
            for name, at in zip(names, poses)]


def as_json(run):
    """The object of `holonomy run --json`, but for the times that it took."""
    same = {name: plain(getattr(run, name)) for name in (
        "problem", "parameters", "method", "options", "formulation", "status", "t", "h", "steps",
        "rejected", "rows", "multipliers", "nonholonomic", "redundant", "left_out", "energy",
        "energy_rigid", "work", "work_doubt", "constraints", "error", "measures", "counters")}
    same["message"] = run.message or None
    same["bodies"] = bodies(run.bodies, run.poses)
    same["momentum"] = [{"name": name, **plain(of)} for name, of in run.momentum.items()]
    same["trajectory"] = [{"t": t, "bodies": bodies(run.bodies, at)}
                          for t, at in zip(run.times, run.trajectory)] or None
    return same


class TheProgram(unittest.TestCase):
    """The same run by Python and by the program has the same bits."""

    def same(self, problem, method, arguments, **how):
        said = program("run", problem, method, "--repeats", "0", "--no-derive", *arguments)
        del said["cpu_seconds"]
        for sample in said["trajectory"] or []:
            del sample["from"]
        found = as_json(holonomy.run(problem, method, **how))
        self.assertEqual(said.keys(), found.keys())
        for name in said:
            self.assertEqual(said[name], found[name], name)

    def test_fixed_steps(self):
        self.same(DOUBLE, "rattle", ["--until", "2", "--samples", "3"], until=2, samples=3)

    def test_tolerances_and_options(self):
        self.same("rigid-body", "jet-dp5", ["--rtol", "1e-7", "--until", "1", "-o", "safety=0.8"],
                  rtol=1e-7, until=1, options={"safety": 0.8})

    def test_parameters_and_formulation(self):
        self.same("ladder", "rk4-index1",
                  ["--steps", "20", "-p", "N=3", "--formulation", "euler", "--past-singular"],
                  steps=20, parameters={"N": 3}, formulation="euler", past_singular=True)

    def test_rows_that_depend_on_others(self):
        self.same("door", "shake", ["--steps", "5", "--redundant", "least-norm"], steps=5,
                  redundant="least-norm")

    def test_an_energy_error_that_is_not_told(self):
        self.same("motor-crank", "taylor", ["--rtol", "1e-6", "--until", "1"], rtol=1e-6, until=1)
        run = holonomy.run("motor-crank", "taylor", rtol=1e-6, until=1)
        self.assertTrue(np.isnan(run.energy.max_error))

    def test_a_models_file(self):
        path = os.path.join(os.environ["HOLONOMY_DATA"], "examples", "gyrostat.yaml")
        self.same(path, "mk4", ["--steps", "9"], steps=9)

    def test_a_start_of_ones_own(self):
        first = holonomy.run(DOUBLE, "rattle", steps=40)
        named = dict(zip(first.bodies, first.poses))
        second = holonomy.run(DOUBLE, "rattle", steps=3, start=named)
        again = holonomy.run(DOUBLE, "rattle", steps=3, start=first.poses)
        self.assertEqual(second.q.tobytes(), again.q.tobytes())
        self.assertAlmostEqual(second.energy.initial, first.energy.final, places=12)
        self.assertTrue(np.isnan(second.error.position))

    def test_steps_by_hand_and_in_one_call(self):
        run = holonomy.run(DOUBLE, "rattle", steps=50)
        x = holonomy.Experiment(DOUBLE, "rattle")
        self.assertEqual(x.run(0.5, 0.01), 50)
        self.assertEqual(x.q.tobytes(), run.q.tobytes())
        x.start(0.01)
        for _ in range(50):
            x.step()
        self.assertEqual((x.t, x.q.tobytes(), x.v.tobytes()),
                         (run.t, run.q.tobytes(), run.v.tobytes()))
        self.assertEqual(x.poses().tobytes(), run.poses.tobytes())
        adaptive = holonomy.run("rigid-body", "jet-dp5", rtol=1e-6, until=1)
        y = holonomy.Experiment("rigid-body", "jet-dp5")
        self.assertEqual(y.run(1, rtol=1e-6), adaptive.steps)
        self.assertEqual(y.q.tobytes(), adaptive.q.tobytes())


class Models(unittest.TestCase):
    def test_a_pendulum_built_here(self):
        problem = holonomy.Problem(PENDULUM)
        system = holonomy.System(problem)
        q, v = system.start()
        np.testing.assert_array_equal(q, [0.6, 0, -0.8])
        np.testing.assert_array_equal(v, [0, 0.3, 0])
        np.testing.assert_allclose(system.mass(q), 1.5 * np.eye(3), rtol=1e-15)
        np.testing.assert_allclose(system.force(0, q, v), [0, 0, -1.5 * 9.81], rtol=1e-15)
        # Along the rod: |v|^2 = g.q + pull / m, the row d|q| / dt = q.v / |q|.
        a, multipliers, none = system.acceleration(0, q, v)
        pull = 1.5 * (0.3 ** 2 + 9.81 * 0.8)
        np.testing.assert_allclose(multipliers, [pull], rtol=1e-13)
        np.testing.assert_allclose(a, np.array([0, 0, -9.81]) - pull / 1.5 * q, rtol=1e-13)
        np.testing.assert_allclose(system.jacobian(0, q), [q], rtol=1e-15)
        self.assertEqual((system.rows, system.bodies, none.shape), (["rod"], ["bob"], (0,)))
        self.assertAlmostEqual(system.kinetic(q, v), 0.75 * 0.09, places=15)
        high, low = system.potential(q + [0, 0, 1]), system.potential(q)
        self.assertAlmostEqual(high - low, 1.5 * 9.81, places=12)

    def test_a_model_of_a_dict_is_that_of_a_file(self):
        problem = holonomy.Problem(PENDULUM)
        run = holonomy.run(problem, "rattle", steps=5)
        path = os.path.join(os.environ["PYTHON_WORK"], "pendulum.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write("model: pendulum\nspan: 2\nbodies:\n"
                       "  - {name: bob, shape: point, m: 1.5, r: [0.6, 0, -0.8], v: [0, 0.3, 0]}\n"
                       "joints:\n  - {name: rod, type: distance, bodies: [ground, bob],"
                       " points: [[0, 0, 0], [0, 0, 0]], length: 1}\n"
                       "forces:\n  - {type: gravity, g: [0, 0, -9.81]}\n")
        other = holonomy.run(path, "rattle", steps=5)
        self.assertEqual(run.q.tobytes(), other.q.tobytes())

    def test_yes_and_no(self):
        for fixed, size in ((True, 3), ("yes", 3), (False, 6), ("no", 6), (np.True_, 3)):
            body = {"name": "top", "shape": "rigid", "m": 1, "J": [1, 1, 1], "fixed": fixed}
            system = holonomy.System({"model": "spin", "bodies": [body]}, formulation="lie")
            self.assertEqual(system.nv, size)

    def test_parameters(self):
        problem = holonomy.Problem("ladder")
        self.assertEqual(problem.parameters.defaults()["N"], 5)
        self.assertIn("number", problem.parameters.help()["N"])
        self.assertLess(holonomy.System("ladder", parameters={"N": np.int64(2)}).nb,
                        holonomy.System("ladder").nb)

    def test_what_there_is(self):
        listed = subprocess.run([os.environ["HOLONOMY"], "list", "methods"], check=True,
                                capture_output=True, text=True).stdout
        self.assertTrue(all(f"\n{name} " in "\n" + listed for name in holonomy.methods()))
        self.assertIn(DOUBLE, holonomy.problems())
        self.assertEqual(holonomy.formulations(), ["natural", "euler", "lie", "joint"])


class Systems(unittest.TestCase):
    """Each formulation against NumPy's algebra and differences."""

    def on(self, problem, formulation):
        """A system, and a state of its motion on the constraints."""
        run = holonomy.run(problem, "rk4-index1", steps=7)
        system = holonomy.System(problem, formulation)
        return system, run.t, *system.place(run.poses)

    def test_acceleration_solves_the_saddle_point_system(self):
        for problem, formulation in (
                (DOUBLE, "natural"), ("top", "natural"), ("top", "lie"), ("top", "euler"),
                ("driven-crank", "natural"), ("driven-crank", "lie"), ("skate", "natural")):
            with self.subTest(problem=problem, formulation=formulation):
                s, t, q, v = self.on(problem, formulation)
                M, G = s.mass(q), s.jacobian(t, q)
                A, _ = s.nonholonomic(t, q)
                a, y, z = s.acceleration(t, q, v)
                force = G.T @ y + A.T @ z
                np.testing.assert_allclose(M @ a + force, s.force(t, q, v),
                                           atol=1e-11 * max(1, abs(force).max()))
                np.testing.assert_allclose(G @ a, -s.curvature(q, v) - s.drive(t, q, v)[1],
                                           atol=1e-9)

    def test_derivatives_are_those_of_differences(self):
        e = 1e-6
        for formulation in ("natural", "euler", "lie"):
            s, t, q, v = self.on("top", formulation)
            with self.subTest(formulation=formulation):
                here, there = (s.move(q, sign * e * v) for sign in (-1, 1))
                rate = (s.constraints(t, there) - s.constraints(t, here)) / (2 * e)
                G = s.jacobian(t, q)
                np.testing.assert_allclose(G @ v, rate, atol=1e-7)
                turned = (s.jacobian(t, there) - s.jacobian(t, here)) / (2 * e)
                np.testing.assert_allclose(s.curvature(q, v), turned @ v, atol=1e-6)
                np.testing.assert_allclose(s.rate(q, v), (there - here) / (2 * e), rtol=1e-5,
                                           atol=1e-9)
                np.testing.assert_allclose(s.difference(q, there), e * v, atol=1e-12)
                np.testing.assert_allclose(s.kinetic(q, v), v @ s.mass(q) @ v / 2, rtol=1e-14)
                again, v_again = s.place(s.poses(q, v))
                np.testing.assert_allclose(again, q, atol=1e-14)
                np.testing.assert_allclose(v_again, v, atol=1e-12)

    def test_curvature_and_drive_make_up_the_second_derivative(self):
        e = 1e-6
        turned = {"model": "turned", "bodies": [
            {"name": "bar", "shape": "rigid", "m": 1, "J": [0.1, 0.2, 0.25], "r": [1, 0, 0],
             "v": [0, 0.3, 0], "omega": [0, 0, 0.3]}],
            "joints": [{"name": "hinge", "type": "revolute", "bodies": ["ground", "bar"],
                        "points": [[0, 0, 0], [-1, 0, 0]], "axes": [[0, 0, 1], [0, 0, 1]],
                        "drive": "0.3*t + 0.2*t^2"}]}
        for formulation in ("natural", "euler", "lie"):
            s = holonomy.System(turned, formulation)
            q, v = s.start()
            t, v = 0.7, v + np.linspace(-0.4, 0.5, s.nv)
            with self.subTest(formulation=formulation):
                before, after = (s.jacobian(t + d, at) @ v + s.drive(t + d, at, v)[0]
                                 for d in (-e, e) for at in [s.move(q, d * v)])
                curved, (_, driven) = s.curvature(q, v), s.drive(t, q, v)
                np.testing.assert_allclose(curved + driven, (after - before) / (2 * e), atol=1e-8)
                row = s.rows.index("hinge.drive")
                self.assertEqual(curved[row], 0)
                self.assertGreater(abs(driven[row]), 0.1)

    def test_patterns_have_the_values_of_the_matrices(self):
        s, t, q, v = self.on("quadrangle", "natural")
        pattern, values = s.pattern["G"], s.jacobian(t, q, values=True)
        dense = np.zeros(pattern.shape)
        for row in range(pattern.shape[0]):
            for k in range(pattern.start[row], pattern.start[row + 1]):
                dense[row, pattern.col[k]] = values[k]
        np.testing.assert_array_equal(dense, s.jacobian(t, q))

    def test_arrays_that_are_given_are_filled(self):
        s, t, q, v = self.on(DOUBLE, "natural")
        out = np.empty(s.nv)
        self.assertIs(s.force(t, q, v, out=out), out)
        with self.assertRaisesRegex(ValueError, "writable contiguous"):
            s.force(t, q, v, out=np.empty(2 * s.nv)[::2])
        with self.assertRaisesRegex(ValueError, r"q has the shape \(5,\), not \(6,\)"):
            s.mass(q[:5])
        np.testing.assert_array_equal(s.force(t, list(q), np.repeat(v, 2)[::2]), out)


class Refusals(unittest.TestCase):
    def test_the_librarys_words(self):
        for kind, said, call in (
                (holonomy.Error, "no problem 'topp': did you mean 'top'",
                 lambda: holonomy.run("topp", "rattle")),
                (holonomy.Error, "no method 'rattel': did you mean 'rattle'",
                 lambda: holonomy.run("top", "rattel")),
                (holonomy.Error, "no formulation 'li': did you mean 'lie'",
                 lambda: holonomy.run("top", "rattle", formulation="li")),
                (holonomy.Error, "unknown option 'newton': did you mean 'newton_tol'",
                 lambda: holonomy.run("top", "rattle", options={"newton": 1})),
                (holonomy.Refused, "shake on top in lie: not applicable: needs coordinates",
                 lambda: holonomy.run("top", "shake", formulation="lie")),
                (holonomy.Refused, "the step h = -1 must be a number above 0",
                 lambda: holonomy.run("top", "rattle", step=-1)),
                (ValueError, r"r of the start of bar has the shape \(2,\), not \(3,\)",
                 lambda: holonomy.run("top", "rattle", start={"bar": {"r": [1, 2]}})),
                (holonomy.Refused, "no body 'a'",
                 lambda: holonomy.run("top", "rattle", start={"a": np.zeros((), holonomy.POSE)})),
                (TypeError, "a problem is a str, not int", lambda: holonomy.Problem(3)),
                (ValueError, "redundant is one of refuse, drop, least-norm",
                 lambda: holonomy.System("top", redundant="all")),
                (ValueError, "no error estimate",
                 lambda: holonomy.Experiment("top", "rattle").run(1, rtol=1e-3)),
                (ValueError, "start", lambda: holonomy.Experiment("top", "rattle").step()),
                (ValueError, "h = 0 ", lambda: holonomy.Experiment("top", "rattle").start(0)),
                (ValueError, "t = nan ",
                 lambda: holonomy.Experiment("top", "rattle").start(0.01, math.nan)),
                *((ValueError, f"{name} = {value} .*to be numbers? ",
                   lambda how=how: holonomy.Experiment("top", "taylor").run(**{"until": 1, **how}))
                  for how in ({"h": math.nan}, {"h": math.inf}, {"h": -0.01}, {"until": math.inf},
                              {"rtol": math.nan}, {"rtol": -1}, {"rtol": math.inf},
                              {"rtol": 1e-3, "atol": -1})
                  for name, value in [list(how.items())[-1]]),
                *((ValueError, f"steps = {n} is to be a whole number above 0",
                   lambda how=how, n=n: holonomy.run("top", "rattle", steps=n, **how))
                  for n in (0, 2.5, -1, math.nan, math.inf) for how in ({}, {"until": 1})),
                (holonomy.Error, "nowhere.so: No such file",
                 lambda: holonomy.load_plugin("nowhere.so"))):
            with self.subTest(said=said), self.assertRaisesRegex(kind, said):
                call()
        with self.assertRaises(holonomy.Refused) as caught:
            holonomy.Experiment("top", "shake", "lie")
        self.assertEqual(caught.exception.outcome, "unfit")

    def test_all_mistakes_of_a_model_at_once(self):
        wrong = {**PENDULUM, "bodies": [{"name": "bob", "shape": "pont", "m": -1}], "sapn": 2}
        with self.assertRaises(holonomy.ModelError) as caught:
            holonomy.Problem(wrong)
        said = caught.exception.mistakes
        self.assertGreater(len(said), 1)
        self.assertTrue(all(line.startswith("pendulum:") for line in said), said)
        self.assertIn("did you mean 'point'", str(caught.exception))

    def test_a_run_that_fails(self):
        with self.assertRaisesRegex(holonomy.Failed, "diverged: step 1 at t = 0") as caught:
            holonomy.run(DOUBLE, "rattle", step=3)
        self.assertEqual(caught.exception.status, "diverged")
        self.assertEqual(caught.exception.run.t, 0)
        run = holonomy.run(DOUBLE, "rattle", step=3, check=False)
        self.assertEqual((run.ok, run.status), (False, "diverged"))
        x = holonomy.Experiment(DOUBLE, "rattle")
        x.start(3)
        before = x.q.tobytes()
        with self.assertRaisesRegex(holonomy.Failed, "diverged"):
            x.step()
        self.assertEqual((x.q.tobytes(), x.t), (before, 0))
        with self.assertRaisesRegex(holonomy.Failed, "diverged"):
            x.run(6, 3)

    def test_exceptions_travel(self):
        for call in (lambda: holonomy.run(DOUBLE, "rattle", step=3),
                     lambda: holonomy.run("top", "shake", formulation="lie"),
                     lambda: holonomy.Problem({"model": "x"})):
            with self.assertRaises(holonomy.Error) as caught:
                call()
            same = pickle.loads(pickle.dumps(caught.exception))
            self.assertEqual((type(same), str(same)), (type(caught.exception),
                                                       str(caught.exception)))
            for name in ("mistakes", "outcome", "status"):
                self.assertEqual(getattr(same, name, None), getattr(caught.exception, name, None))

    def test_another_abi_is_refused(self):
        folder = os.environ["PYTHON_WORK"]
        code = ("import holonomy._declared as d\nimport sys\n"
                "class Other:\n"
                "    def __getattr__(self, name): return getattr(real, name)\n"
                "    def dlopen(self, path):\n"
                "        class Lib:\n            HOL_ABI = 1\n"
                "            hol_abi = lambda self: 2\n"
                "        return Lib()\n"
                "real = d.ffi\nd.ffi = Other()\nimport holonomy\n")
        code = code.replace("import holonomy._declared as d",
                            "import importlib.util, os\n"
                            "spec = importlib.util.find_spec('holonomy')\n"
                            "import types; p = types.ModuleType('holonomy')\n"
                            "p.__path__ = list(spec.submodule_search_locations)\n"
                            "sys.modules['holonomy'] = p\nimport holonomy._declared as d\n"
                            "del sys.modules['holonomy']")
        code = "import sys\n" + code
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                              cwd=folder, check=False)
        self.assertIn("has the ABI 2, this package is for 1", done.stderr)
        done = subprocess.run([sys.executable, "-c", "import holonomy"], capture_output=True,
                              text=True, cwd=folder, check=False,
                              env={**os.environ, "HOLONOMY_LIBRARY": "/nowhere.so"})
        self.assertIn("the library of Holonomy is not found", done.stderr)
        self.assertIn("/nowhere.so", done.stderr)


class Lives(unittest.TestCase):
    def test_views_outlive_what_made_them(self):
        x = holonomy.Experiment(DOUBLE, "rattle")
        x.start(0.01)
        q, start = x.q, x.q.copy()
        x.q[0] += 1
        self.assertEqual(q[0], start[0] + 1)
        run = holonomy.run(DOUBLE, "rattle", steps=4, samples=3)
        poses, copy = run.trajectory, run.trajectory.copy()
        start_of = holonomy.System(DOUBLE).pattern["G"].start
        del x, run
        gc.collect()
        junk = [np.ones(8) for _ in range(1000)]
        self.assertEqual(q[1], start[1])
        self.assertEqual(poses.tobytes(), copy.tobytes())
        self.assertEqual(start_of.tolist(), [0, 3, 9])
        del junk

    def test_nothing_leaks(self):
        def live():
            for _ in range(25):
                holonomy.run(DOUBLE, "rattle", steps=2, samples=200)
                holonomy.Problem(PENDULUM)
                holonomy.Experiment("quadrangle", "rattle").start(0.01)
                for call in (lambda: holonomy.run("top", "shake", formulation="lie"),
                             lambda: holonomy.Problem({"model": "x"})):
                    self.assertRaises(holonomy.Error, call)
        live()
        gc.collect()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        live()
        gc.collect()
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        self.assertLess(grown, 1000, "KiB after 25 lives more")

    def test_an_observer_sees_every_node(self):
        seen = []
        run = holonomy.run(DOUBLE, "rattle", steps=5, observe=seen.append)
        self.assertEqual([(node.step, node.t) for node in seen], [(k, k * 0.01) for k in range(6)])
        with self.assertRaisesRegex(ValueError, "while observe"):
            seen[0].energy
        energies = []
        other = holonomy.run(DOUBLE, "rattle", steps=5, observe=lambda node: energies.append(
            (node.energy, node.q, node.poses)))
        self.assertEqual(energies[0][0], run.energy.initial)
        self.assertEqual(energies[-1][1].tobytes(), run.q.tobytes())
        self.assertEqual(energies[-1][2].tobytes(), run.poses.tobytes())
        self.assertEqual(other.q.tobytes(), run.q.tobytes())
        with self.assertRaises(ZeroDivisionError):
            holonomy.run(DOUBLE, "rattle", observe=lambda node: 1 / 0)

    def test_ctrl_c_ends_a_run(self):
        for call in (lambda: holonomy.run(DOUBLE, "rattle", steps=10 ** 8),
                     lambda: holonomy.Experiment(DOUBLE, "rattle").run(1e6, 0.01),
                     lambda: holonomy.certify(CHAIN, "rattle")):
            timer = threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT))
            timer.start()
            begin = time.monotonic()
            self.assertRaises(KeyboardInterrupt, call)
            self.assertLess(time.monotonic() - begin, 6)  # the certificate takes 12 s
            timer.join()

    def test_blas_keeps_its_threads(self):
        from holonomy._library import lib
        before, during = lib.openblas_get_num_threads(), []
        lib.openblas_set_num_threads(2)

        def inner(node):
            holonomy.run(DOUBLE, "rattle", steps=1)
            during.append(lib.openblas_get_num_threads())

        holonomy.run(DOUBLE, "rattle", steps=2, observe=inner)
        self.assertEqual((lib.openblas_get_num_threads(), during), (2, [1, 1, 1]))
        lib.openblas_set_num_threads(before)

    def test_threads_and_copies(self):
        runs = {}
        threads = [threading.Thread(target=lambda k=k: runs.update(
            {k: holonomy.run(DOUBLE, "rattle", steps=500)})) for k in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        alone = holonomy.run(DOUBLE, "rattle", steps=500)
        for run in (*runs.values(), pickle.loads(pickle.dumps(alone)), copy.deepcopy(alone)):
            self.assertEqual(run.q.tobytes(), alone.q.tobytes())
            self.assertEqual(run.energy, alone.energy)
        self.assertEqual(len(runs), 2)


if __name__ == "__main__":
    unittest.main()
