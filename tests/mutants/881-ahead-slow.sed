# methods/chart.c: B does not catch up where its updates leave much of the residual; caught by test_tangent
s/if (!caught_up \&\& is_slow(/if (false \&\& is_slow(/
