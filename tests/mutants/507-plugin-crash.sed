# harness/plan/sweep.c: the row of a crash does not name the plug-in; caught by plugin.sh
s/hol_blame_plugins(spec->problem, spec->method, \&r.why);//
