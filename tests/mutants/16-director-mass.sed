# mechanics/directors.c: the mass of a director is J_i, not tr J / 2 - J_i; caught by test_formulations
s/half - J\[i\]/J[i] + 0 * half/
