# methods/projection_quasi.c: invariants that depend on each other count as singular; caught by test_jet
s/return rank > 0;/return rank == m;/
