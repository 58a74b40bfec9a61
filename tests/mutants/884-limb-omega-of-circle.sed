# mechanics/series_limbs.h: a limb that turns in space does not turn with one before it that turns about an axis; caught by test_series
s/if (before == HOL_TURN_CIRCLE) l->w\[S->T->limb\[parent\].about\] += p->w\[0\];//
