# mechanics/model.c: a shape that is none is taken; caught by test_model
s/hol_model_mistake(model, "body .%s.: %d is no shape.*/(void)model;/; /b->name, (int)b->shape, HOL_RIGID/d
