# harness/papers/paper_section.c: what does not hold is confirmed; caught by test_paper_003
s|return holds ? HOL_PAPER_CONFIRMED : HOL_PAPER_REFUTED|return holds ? HOL_PAPER_REFUTED : HOL_PAPER_CONFIRMED|
