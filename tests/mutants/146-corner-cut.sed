# harness/report/report_svg.c: a bend of a curve is left out as if the way went straight on; caught by report.sh
s/bool straight = .*;/bool straight = true;/
