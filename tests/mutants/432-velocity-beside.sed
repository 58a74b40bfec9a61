# methods/taylor.c: v is corrected by the factors of the place before the correction of q; caught by test_taylor
/if (!status) status = hol_series_factor(T->factors, t, q);/d
