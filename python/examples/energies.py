# SPDX-License-Identifier: GPL-3.0-or-later
"""What three methods keep of the energy: watched at every node, drawn where Matplotlib is there."""
import sys

import numpy as np

import holonomy

# %% The observer is called at every accepted node.

drawn = {}
for method, how in (("rattle", {}), ("rk4-index1", {}), ("jet-dop853", {"rtol": 1e-6})):
    times, energies = [], []

    def watch(node):
        times.append(node.t)
        energies.append(node.energy)

    run = holonomy.run("double-spherical-pendulum", method, until=20, observe=watch, **how)
    drawn[method] = np.array(times), np.array(energies) - energies[0]
    off = abs(drawn[method][1])
    print(f"{method:10} {run.steps:5d} steps, energy off by {off.max():.1e} J at most, "
          f"{off[-1]:.1e} J at the end")

# %% A figure, if a file is named: python energies.py energies.svg

if len(sys.argv) > 1:
    from matplotlib import pyplot
    for method, (times, off) in drawn.items():
        pyplot.plot(times, off, label=method)
    pyplot.xlabel("t [s]")
    pyplot.ylabel("error of the energy [J]")
    pyplot.legend()
    pyplot.savefig(sys.argv[1])

# Prints:
# rattle      2000 steps, energy off by 1.9e-02 J at most, 1.6e-02 J at the end
# rk4-index1  2000 steps, energy off by 5.8e-03 J at most, 5.8e-03 J at the end
# jet-dop853   142 steps, energy off by 4.1e-04 J at most, 3.1e-04 J at the end
