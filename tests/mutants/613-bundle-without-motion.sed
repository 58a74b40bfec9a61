# harness/cli/cli_bundle.c: the true motion that a model names stays behind; caught by bundle.sh
s/good = access(path, R_OK) != 0 || copy_beside(b, plan, path);/good = true;/
