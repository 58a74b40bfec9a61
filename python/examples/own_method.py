# SPDX-License-Identifier: GPL-3.0-or-later
"""A method of one's own: Heun's, with its errors at three steps and its certificate."""
import numpy as np

import holonomy


# %% The index-1 equations give the acceleration; the state is changed in place.

class Heun(holonomy.Method):
    """Heun's method on the index-1 equations."""
    name = "heun"
    about = "Heun's method on the index-1 equations"
    source = "Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, section II.1"
    needs = ("FLAT", "FULL_RANK")

    def claims(self, system, options):
        return {"order_q": 2, "order_v": 2}

    def step(self, s, h, z):
        rate = s.system.acceleration
        a0 = rate(z.t, z.q, z.v).a
        v = z.v + h * a0
        a1 = rate(z.t + h, z.q + h * z.v, v).a
        z.q += h / 2 * (z.v + v)
        z.v += h / 2 * (a0 + a1)


# %% Errors against the true motion: the slope is the order.

steps = np.array([100, 200, 400])
errors = [holonomy.run("double-spherical-pendulum", Heun, steps=n, until=1).error.position
          for n in steps]
for n, error, order in zip(steps, errors, [np.nan, *-np.diff(np.log2(errors))]):
    print(f"{n:4d} steps, error {error:.2e} m, order {order:4.2f}")

# %% The same measures as a native method's.

certificate = holonomy.certify("double-spherical-pendulum", Heun)
for line in certificate:
    if line.claim not in ("none", ""):
        print(f"{line.what}: {line.claim} {line.verdict}")
print(f"{certificate.failed} claims do not hold")

# Prints:
#  100 steps, error 1.55e-03 m, order  nan
#  200 steps, error 3.85e-04 m, order 2.01
#  400 steps, error 9.58e-05 m, order 2.00
# order of position: 2 holds
# order of orientation: 2 holds
# order of velocity: 2 holds
# order of multipliers (index 1): 2 holds
# 0 claims do not hold
