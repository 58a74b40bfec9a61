# mechanics/model.c: lack of memory is a mistake of the model; caught by test_lives
s/^    if (model->no_memory) hol_lack_memory();$//
