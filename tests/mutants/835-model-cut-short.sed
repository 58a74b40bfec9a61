# problems/registry.c: a model in C that finds no memory has what was added before; caught by test_shelf
s/return !hol_model_mistakes(model, why);/return true;/
