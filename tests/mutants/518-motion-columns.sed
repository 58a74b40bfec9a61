# harness/study/motion_file.c: a cell that is no number is 0; caught by judge.sh
s/cell\[column\] = NAN;/cell[column] = 0;/
