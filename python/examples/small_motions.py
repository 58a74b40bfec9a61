# SPDX-License-Identifier: GPL-3.0-or-later
"""A mechanism built here: frequencies of a double pendulum's small motions, by NumPy's algebra on
the library's M, G and accelerations, and in a run."""
import numpy as np

import holonomy

# %% Two equal masses on equal rods, hung up at rest: a dictionary in place of a file of YAML.

g, length, mass = 9.81, 0.5, 0.2
names = ["upper", "lower"]
model = {
    "model": "double-pendulum",
    "bodies": [{"name": name, "shape": "point", "m": mass, "r": [0, 0, -length * k]}
               for k, name in enumerate(names, 1)],
    "joints": [{"name": f"rod-{name}", "type": "distance", "bodies": [above, name],
                "points": np.zeros((2, 3)), "length": length}
               for above, name in zip(["ground", *names], names)],
    "forces": [{"type": "gravity", "g": [0, 0, -g]}],
}
system = holonomy.System(model)
q, v = system.start()

# %% On the tangent space of the constraints, q + N u with G N = 0, small motions obey u'' = -K u.

G = system.jacobian(0, q)
N = np.linalg.svd(G)[2][len(G):].T
M = N.T @ system.mass(q) @ N


def force(u):
    """N^T M a of the acceleration a at rest, displaced by N u and back onto the constraints."""
    at = system.move(q, N @ u)
    for _ in range(3):
        back = np.linalg.pinv(system.jacobian(0, at)) @ system.constraints(0, at)
        at = system.move(at, -back)
    return N.T @ system.mass(q) @ system.acceleration(0, at, v).a


e = 1e-5
K = -np.column_stack([(force(e * d) - force(-e * d)) / (2 * e) for d in np.eye(len(M))])
found = np.sqrt(np.sort(np.linalg.eigvals(np.linalg.solve(M, K)).real))
true = np.sqrt(g / length * (2 + np.array([-1, -1, 1, 1]) * np.sqrt(2)))  # a pair in each plane
for numerical, closed in zip(found, true):
    print(f"frequency {numerical:8.5f} 1/s, closed form {closed:8.5f} 1/s")

# %% The slow one in a run: a period after a small push the masses move as they did.

push = np.array([1, 1 + np.sqrt(2)])
for body, u in zip(model["bodies"], push):
    body["v"] = [1e-3 * u, 0, 0]
period = 2 * np.pi / true[0]
run = holonomy.run(model, "rattle", steps=2000, until=period)
back = run.poses["v"][:, 0] / (1e-3 * push)
print(f"after {period:.4f} s the velocities are {back[0]:.4f} and {back[1]:.4f} of the first ones")

# Prints:
# frequency  3.39015 1/s, closed form  3.39015 1/s
# frequency  3.39015 1/s, closed form  3.39015 1/s
# frequency  8.18455 1/s, closed form  8.18455 1/s
# frequency  8.18455 1/s, closed form  8.18455 1/s
# after 1.8534 s the velocities are 1.0000 and 1.0000 of the first ones
