# harness/study/certify.c: the order of an error estimate is not measured; caught by test_certify
s/claims.error_order > 0/claims.error_order > 9/
