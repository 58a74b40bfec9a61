# methods/reduced_tangent.c: half the change of q'' with q'; caught by test_chart
s/add_bent(L, 2, L->x->qdot, dqdot, bent)/add_bent(L, 1, L->x->qdot, dqdot, bent)/
