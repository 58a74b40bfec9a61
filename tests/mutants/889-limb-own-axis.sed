# mechanics/series_limbs.h: the second axis of a cross does not turn with its body; caught by test_series
s/if (S->T->axis\[n\].limb == i) place_axis/if (S->T->axis[n].limb == -2) place_axis/
