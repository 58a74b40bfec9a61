# harness/study/study_map.c: the two-form lacks the term of the angular momentum; caught by test_steps
s/ + pose\[b\].omega\[k\] \* turn\[k\])/)/
