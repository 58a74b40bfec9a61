# harness/run/singular.c: an extrapolation over any step is believed; caught by cli.sh
s/singular = singular && !is_astray(w, m, theta);//
