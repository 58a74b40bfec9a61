# mechanics/joint_spans.c: rows without the bias of their points; caught by test_joint_coordinates
s/p->w \* s->a\[k\] + turn/turn/
