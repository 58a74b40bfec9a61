# mechanics/joint_spans.c: the tail of a span moves with its head; caught by test_joint_coordinates
s/x\[c\] = sign \* (p->w \* (r\[c\] - z->x\[c\]) + arm\[c\]);/x[c] = p->w * (r[c] - z->x[c]) + arm[c];/
