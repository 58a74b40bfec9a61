# harness/report/report_sketch.c: the spoke of what rolls ends off its rim; caught by test_sketch
s/add(s, v, SKETCH_ROD, -1, c, x\[PIECES % 2\]);/add(s, v, SKETCH_ROD, -1, c, c);/
