# harness/report/report.c: the step furthest from the problem's own is followed in time; caught by page.sh
s/distance(one->spec) < distance(chosen->spec) - 1e-9/distance(one->spec) > distance(chosen->spec) + 1e-9/
