# harness/model/model_file.c: a model names a reference anywhere; caught by test_model_mistakes
s/if (strchr(file->reference, '\/'))/if (0)/
