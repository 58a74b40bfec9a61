# harness/study/motion_reading.c: the velocity of a point is not brought to the mass centre; caught by test_judge_mistakes
s/at->v\[k\] -= way\[k\];/(void)way;/
