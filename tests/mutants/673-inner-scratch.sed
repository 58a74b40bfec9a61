# methods/inner.c: what a step within a step took is not given back; caught by test_steps
/hol_release(inner->work, mark);/d
