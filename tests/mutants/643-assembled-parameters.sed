# harness/model/model_file.c: a model is assembled by its defaults whatever parameters are set; caught by cli.sh
s/how->parameters ? how->parameters : par/how->parameters ? par : par/
