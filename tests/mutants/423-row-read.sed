# harness/model/model_value.c: every component of a row depends on x, y, z as the first does; caught by test_model_file
s/v->item->place + 3 \* c/v->item->place/
