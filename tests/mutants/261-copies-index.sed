# harness/model/model_parameters.c: every copy of an entry has the first index; caught by test_model_file
s/add_name(names, copies->index, value)/add_name(names, copies->index, copies->first)/
