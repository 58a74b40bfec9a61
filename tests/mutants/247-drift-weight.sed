# harness/run/drift.c: the parts of a span are averaged with a step in their weight, so that oscillations leave a beat; caught by test_drift
s/sin(0.5 \* M_PI \* (at - floor(at)))/(at - floor(at) < 0.5 ? 0.0 : 1.0)/
