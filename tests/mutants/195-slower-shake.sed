# methods/shake_newton.c: the iteration goes on where it has converged, and SHAKE is the slower one; caught by test_paper_003 at length
s/} while (verdict == HOL_ITERATE);/} while (verdict == HOL_ITERATE || (verdict == HOL_CONVERGED \&\& newton.count < 40));/
