# mechanics/series_limbs.h: a torsion spring counts its turns; caught by test_taylor
s/if (F->of == HOL_ANGLE \&\& j == 0) x = remainder(x, 2 \* M_PI);//
