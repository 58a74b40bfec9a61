# harness/papers/paper_section.c: a statement is judged by its first bound twice; caught by report.sh
s/field(to, row, WITHIN), NULL)/field(to, row, BOUND), NULL)/
