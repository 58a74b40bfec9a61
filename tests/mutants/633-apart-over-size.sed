# harness/study/derive_agree.c: what is not finite is taken for agreement; caught by test_derivers
s/if (!isnan(\*apart) \&\& !(off <= \*apart)) \*apart = off;/*apart = fmax(*apart, off);/
