# SPDX-License-Identifier: GPL-3.0-or-later
"""The figure of README.md: position error on the double spherical pendulum against CPU time, a line
a method.

    python work_precision.py work-precision.svg [--until T] [--repeats N] [METHOD...]"""
import argparse

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot

import holonomy

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("figure")
parser.add_argument("--until", type=float, help="end of the runs [s]; default: the problem's")
parser.add_argument("--repeats", type=int, default=5, help="timed passes of each run")
parser.add_argument("methods", nargs="*", default=holonomy.methods())
asked = parser.parse_intermixed_args()

# %% The ladder of docs/work-precision.yaml: steps, or tolerances where the method takes them.

problem = holonomy.Problem("double-spherical-pendulum")
lines = {}
for method in asked.methods:
    try:
        claims = holonomy.Experiment(problem, method).claims
    except holonomy.Refused:
        continue
    if claims.error_order > 0 or claims.own_control:
        ladder = [{"rtol": tolerance} for tolerance in (1e-4, 1e-6, 1e-8, 1e-10)]
    else:
        ladder = [{"step": problem.step * factor} for factor in (4, 2, 1, 0.5)]
    runs = [holonomy.run(problem, method, until=asked.until, repeats=asked.repeats, check=False,
                         **how) for how in ladder]
    lines[method] = [(run.cpu_seconds, run.error.position) for run in runs if run.ok]

# %% The frontier is the method that is nearest to the truth at its time: those lines have a name.

figure, axes = pyplot.subplots(figsize=(9, 6))
best, named = float("inf"), set()
for cpu, error, method in sorted((*point, method) for method, points in lines.items()
                                 for point in points):
    if error < best:
        best = error
        named.add(method)
for method, points in lines.items():
    if points:
        front = method in named
        axes.loglog(*zip(*points), "o-" if front else "-", markersize=4, zorder=2 + front,
                    color=None if front else "0.8", label=method if front else None)
axes.set_xlabel("CPU time [s]")
axes.set_ylabel("position error [m]")
axes.set_title(f"{problem.name} at t = {asked.until or problem.until:g} s")
axes.legend()
figure.savefig(asked.figure)
print(f"{asked.figure}: {sum(map(len, lines.values()))} runs of {len(lines)} methods")
