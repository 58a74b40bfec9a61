# harness/study/motion_reading.c: velocities that lag are taken from the row before; caught by test_judge_mistakes
s/(row + (lag > 0 ? 1 : -1))/(row - (lag > 0 ? 1 : -1))/
