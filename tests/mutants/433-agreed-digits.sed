# harness/study/agree.c: of a derivation in double precision the file's digits are asked; caught by test_derived
s/if (a->by != &hol_by_series && d->digits < digits) digits = d->digits;//
