# mechanics/terms.c: a torque in body axes turns a director the wrong way; caught by test_series
s/at + 3 \* i + x, at + 3 \* l + x, law, -half/at + 3 * i + x, at + 3 * l + x, law, half/
