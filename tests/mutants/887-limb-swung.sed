# mechanics/series_limbs.h: the force of a limb that slides has no arm about the joint of the one before; caught by test_series
s/if (l->e) add_cross(l->e0, l->force, swing);//
