# mechanics/connections.c: a ball joint has one of its points on both bodies; caught by test_joint_coordinates
s|{d->tail, d->head}, .ball|{d->head, d->head}, .ball|
