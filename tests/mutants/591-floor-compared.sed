# harness/study/floors/floors.c: the library's end is compared with itself; caught by test_floors
s/hol_error_between(nb, pose, pose + nb/hol_error_between(nb, pose, pose/
