# harness/report/report_sketch.c: the points of joints are not turned with their bodies' places; caught by test_sketch
s/x\[k\] += pose\[body\].r\[k\]/x[k] -= pose[body].r[k]/
