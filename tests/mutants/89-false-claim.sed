# harness/study/certify.c: a claim that does not hold is let pass; caught by test_certify
s/holds ? HOL_CERTIFIED_HOLDS : HOL_CERTIFIED_FAILS/HOL_CERTIFIED_HOLDS/
