# mechanics/basic.c: the last row alone of a joint is cut, by a name that is not its own; caught by test_joint_coordinates
s/model->row\[r\].cut |= of_joint;/model->row[r].cut |= of_joint \&\& !strcmp(model->row[r].name, joint);/
