# harness/model/model_start.c: an angle of 0 is taken for none; caught by test_model_file
s/joint.has_angle = field\[ANGLE\].key >= 0/joint.has_angle = false/
