# harness/papers/paper_000_runs.c: the pendulum of paper 000 runs without its torque; caught by test_paper_000 at length
s/if (is->tau\[i\] != 0) \*/if (is->tau[i] > 1e9) */
