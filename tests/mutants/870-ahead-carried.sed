# methods/chart_onto.c: q' of a stage moves as if driven rows stood still; caught by test_driven
s/if (carried) hol_axpy(P->rows, 1, carried, r);/(void)carried;/
