# harness/study/motion_reading.c: an angular velocity in space is turned the wrong way; caught by test_judge_mistakes
s/hol_rotate_back(R, at->omega, at->omega)/hol_rotate(R, at->omega, at->omega)/
