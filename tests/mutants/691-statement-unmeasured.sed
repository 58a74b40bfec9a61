# harness/papers/paper_section.c: that nothing measures a statement is not heeded; caught by test_paper_rules
s/if (times != 1) return complain/if (times > 1) return complain/
