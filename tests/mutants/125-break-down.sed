# harness/papers/paper_001.h: a run is stable while it rises by five times its kinetic energy instead of half of it; caught by test_paper_001 at length
s/HOL_P001_STABLE 0\.5/HOL_P001_STABLE 5.0/
