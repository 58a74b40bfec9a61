# harness/papers/paper_rule.c: what does not hold is confirmed; caught by test_paper_rules
s/return holds ? HOL_PAPER_CONFIRMED : HOL_PAPER_REFUTED/return holds || true ? HOL_PAPER_CONFIRMED : HOL_PAPER_REFUTED/
