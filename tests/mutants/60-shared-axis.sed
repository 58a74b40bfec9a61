# mechanics/basic.c: all rows along an axis of space share the axis of the first; caught by test_joints
s/    return model->axis\[k\];/    return model->axis[0];/
