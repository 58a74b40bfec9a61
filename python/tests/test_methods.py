# SPDX-License-Identifier: GPL-3.0-or-later
"""Methods written in Python, and certificates: against the program and native methods."""
import gc
import math
import os
import subprocess
import unittest

import numpy as np

import holonomy

DOUBLE = "double-spherical-pendulum"


class Heun(holonomy.Method):
    """Heun's method on the index-1 equations."""
    name, about = "heun-of-python", "Heun's method on the index-1 equations"
    source = "Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, section II.1"
    needs = ("FLAT", "FULL_RANK")

    def claims(self, system, options):
        return {"order_q": 2, "order_v": 2}

    def step(self, s, h, z):
        a0 = s.system.acceleration(z.t, z.q, z.v).a
        q, v = z.q + h * z.v, z.v + h * a0
        a1 = s.system.acceleration(z.t + h, q, v).a
        z.q += h / 2 * (z.v + v)
        z.v += h / 2 * (a0 + a1)
        last = s.system.acceleration(z.t + h, z.q, z.v)
        z.multipliers, z.nonholonomic = last.multipliers, last.nonholonomic


class Boasting(Heun):
    """What it claims of positions holds, of velocities and of the energy it does not."""
    name = "heun-that-boasts"

    def claims(self, system, options):
        return {"order_q": 2, "order_v": 3, "energy": "exact"}


class Adams(Heun):
    """Adams-Bashforth of order 2: it keeps the last acceleration in the state."""
    name = "adams-of-python"
    options = {"first": holonomy.Option("euler", choices="euler heun", help="the first step"),
               "factor": holonomy.Option(1.0, min=0.0, max=2.0, help="of the step"),
               "stages": holonomy.Option(2, min=1, max=3)}

    def memory(self, system, options):
        return system.nv + 1

    def start(self, s, h, z):
        z.memory[-1] = 0

    def step(self, s, h, z):
        a = s.system.acceleration(z.t, z.q, z.v).a
        before = z.memory[:-1] if z.memory[-1] else a
        dv = h * (3 * a - before) / 2
        z.q = z.q + h * z.v + h * dv / 2
        z.v = z.v + dv
        z.memory = np.append(a, 1)


class Native(unittest.TestCase):
    def test_a_method_in_python_gives_a_native_ones_motion(self):
        # rk2 of the tables is the midpoint rule; of order 4 there is one in either language.
        class RungeKutta(Heun):
            name = "rk4-of-python"

            def step(self, s, h, z):
                q, v, rate = z.q, z.v, s.system.acceleration
                k1 = v, rate(z.t, q, v).a
                k2 = (w := v + h / 2 * k1[1]), rate(z.t + h / 2, q + h / 2 * k1[0], w).a
                k3 = (w := v + h / 2 * k2[1]), rate(z.t + h / 2, q + h / 2 * k2[0], w).a
                k4 = (w := v + h * k3[1]), rate(z.t + h, q + h * k3[0], w).a
                z.q = q + h / 6 * (k1[0] + 2 * k2[0] + 2 * k3[0] + k4[0])
                z.v = v + h / 6 * (k1[1] + 2 * k2[1] + 2 * k3[1] + k4[1])

        ours = holonomy.run(DOUBLE, RungeKutta, steps=100)
        native = holonomy.run(DOUBLE, "rk4-index1", steps=100)
        np.testing.assert_allclose(ours.q, native.q, rtol=1e-12)
        np.testing.assert_allclose(ours.v, native.v, rtol=1e-11)
        self.assertAlmostEqual(ours.error.position, native.error.position, places=12)

    def test_the_same_bits_by_hand_and_twice(self):
        run = holonomy.run(DOUBLE, Heun, steps=20, repeats=1)
        self.assertNotIn("did not repeat", run.note)
        x = holonomy.Experiment(DOUBLE, Heun())
        x.start(0.01)
        for _ in range(20):
            x.step()
        self.assertEqual(x.q.tobytes(), run.q.tobytes())
        # The nodal momentum is M v where a step sets none.
        np.testing.assert_allclose(x.p, x.system.mass(x.q) @ x.v, rtol=1e-15)


class Certified(unittest.TestCase):
    def test_what_heun_claims(self):
        certificate = holonomy.certify(DOUBLE, Boasting)
        found = {}
        for what in ("order of position", "order of velocity", "energy", "momentum"):
            line = certificate[what]
            found[what] = line.claim, line.verdict
            if what.startswith("order"):
                self.assertLess(abs(line.value - 2), 0.1)
        self.assertEqual(found, {
            "order of position": ("2", "holds"), "order of velocity": ("3", "FAILS"),
            "energy": ("exact", "FAILS"), "momentum": ("none", "no claim")})
        self.assertEqual(certificate.failed, 2)
        self.assertRegex(str(certificate), r"holds +order of position +2 ")

    def test_certificates_are_those_of_the_program(self):
        said = subprocess.run([os.environ["HOLONOMY"], "certify", "rattle", DOUBLE, "--verbose"],
                              check=True, capture_output=True, text=True).stdout
        certificate = holonomy.certify(DOUBLE, "rattle")
        self.assertGreater(len(certificate), 12)
        for line in certificate:
            if line.what != "cost of a step":
                row = line.verdict, line.what.replace("order of ", ""), line.claim, line.measured
                self.assertIn(" ".join(row), " ".join(said.split()))
        self.assertEqual(certificate.failed, 0)
        with self.assertRaises(KeyError):
            certificate["taste"]


    def test_a_plug_in_of_c(self):
        holonomy.load_plugin(os.path.join(os.environ["PYTHON_WORK"], "plugin.so"))
        self.assertIn("well", holonomy.methods())
        self.assertEqual(holonomy.run(DOUBLE, "well", steps=5).status, "ok")
        self.assertIn("not counted", holonomy.certify(DOUBLE, "well")["allocates nothing"].measured)


class Lives(unittest.TestCase):
    def test_memory_and_options(self):
        method = Adams()
        errors = [holonomy.run(DOUBLE, method, step=0.1 / n, until=0.5).error.position
                  for n in (100, 200)]
        self.assertLess(abs(math.log2(errors[0] / errors[1]) - 2), 0.1)
        x = holonomy.Experiment(DOUBLE, method, options={"factor": 1.5, "first": "heun"})
        self.assertEqual(x.options, {"first": "heun", "factor": 1.5, "stages": 2})
        with self.assertRaisesRegex(holonomy.Error, "unknown option 'stage': did you mean"):
            holonomy.run(DOUBLE, method, options={"stage": 1})
        with self.assertRaisesRegex(holonomy.Error, "stages"):
            holonomy.run(DOUBLE, method, options={"stages": 4})

    def test_what_it_needs(self):
        with self.assertRaisesRegex(holonomy.Refused, "heun-of-python on top in lie: not appl"):
            holonomy.run("top", Heun, formulation="lie")
        with self.assertRaisesRegex(holonomy.Error, "no trait 'FLATT': did you mean 'FLAT'"):
            type("Wrong", (Heun,), {"needs": ("FLATT",)})()
        with self.assertRaisesRegex(ValueError, "no name"):
            type("Nameless", (Heun,), {"name": ""})()

    def test_exceptions_come_through(self):
        class Broken(Heun):
            name = "broken"

            def step(self, s, h, z):
                if z.t > 0.045:
                    raise RuntimeError("at five")
                super().step(s, h, z)

        broken = Broken()
        for call in (lambda: holonomy.run(DOUBLE, broken), lambda: holonomy.certify(DOUBLE, broken),
                     lambda: holonomy.Experiment(DOUBLE, broken).run(1, 0.01)):
            self.assertRaisesRegex(RuntimeError, "at five", call)
        self.assertEqual(holonomy.run(DOUBLE, broken, steps=3).steps, 3)
        for member, wrong, said in (
                ("claims", lambda self, system, options: {"ordre_q": 2}, "did you mean 'order_q'"),
                ("memory", lambda self, system, options: 1 / 0, "division"),
                ("step", lambda self, s, h, z: setattr(z, "v", z.v[:2]), "of the shape"),
                ("step", lambda self, s, h, z: "lost",
                 "a step of wrong returned 'lost': a status is one of ok, rejected, diverged"),
                ("step", lambda self, s, h, z: [], r"returned \[\]: a status is one of"),
                ("start", lambda self, s, h, z: 3, "returned 3: a status is one of")):
            with self.assertRaisesRegex(Exception, said):
                holonomy.run(DOUBLE, type("Wrong", (Heun,), {"name": "wrong", member: wrong}))

    def test_failures_are_statuses(self):
        class Gone(Heun):
            name = "gone"

            def step(self, s, h, z):
                if z.t > 0.045:
                    return "diverged"
                super().step(s, h, z)

        class Empty(Heun):
            name = "empty"

            def step(self, s, h, z):
                z.q[:] = np.nan

        class Said(Heun):
            name = "said"

            def step(self, s, h, z):
                super().step(s, h, z)
                return "ok"

        said, silent = (holonomy.run(DOUBLE, of, steps=5) for of in (Said, Heun))
        self.assertEqual(said.q.tobytes(), silent.q.tobytes())
        run = holonomy.run(DOUBLE, Gone, check=False)
        self.assertEqual((run.status, run.steps), ("diverged", 5))
        self.assertEqual(holonomy.run(DOUBLE, Empty, check=False).status, "not finite")

    def test_what_is_kept_of_a_step_is_dead_afterwards(self):
        kept = []

        class Keeping(Heun):
            name = "keeping"

            def step(self, s, h, z):
                kept.append((s, s.system, z))
                super().step(s, h, z)

        x = holonomy.Experiment(DOUBLE, Keeping)
        x.start(0.01)
        x.step()
        q = kept[0][2].q.copy()
        kept[0][2].q[:] = 0
        np.testing.assert_array_equal(x.q, q)
        x = None
        gc.collect()
        stepper, system, _ = kept[0]
        self.assertRaises(TypeError, system.mass, q)
        self.assertRaises(AttributeError, lambda: stepper.error)


if __name__ == "__main__":
    unittest.main()
