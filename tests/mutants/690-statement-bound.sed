# harness/papers/paper_section.c: a statement is judged by its first bound twice; caught by test_paper_004
s/field(to, row, WITHIN), NULL)/field(to, row, BOUND), NULL)/
