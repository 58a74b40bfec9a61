# mechanics/directors.c: the mass of a director is J_i, not tr J / 2 - J_i; caught by test_inertia
s|half - J\[i / 3\]|J[i / 3] + 0 * half|
