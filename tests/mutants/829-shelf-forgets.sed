# harness/model/shelf.c: what is wrong with a file is forgotten; caught by test_shelf
s/        e->wrong = WRONG;/        e->wrong = KEEPING;/
