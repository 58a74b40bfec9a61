# harness/report/report_panels.c: a flat panel is drawn; caught by page.sh
s|most < report_floor|most < 0.0|
