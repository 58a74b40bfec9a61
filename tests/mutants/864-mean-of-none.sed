# methods/explicit.c: the mean over no components is no number; caught by test_model_file
s/return n ? sqrt(squares \/ n) : 0;/return sqrt(squares \/ n);/
