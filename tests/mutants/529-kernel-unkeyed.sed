# harness/store/facts.c: the key of a run leaves the kernel of BLAS out; caught by sweep.sh
s/"%.180s, core %.40s, GSL %.40s", openblas_get_config(),/"%.0s%.0s GSL %.40s", openblas_get_config(),/
