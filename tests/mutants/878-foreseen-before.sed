# methods/chart_onto.c: a residual that is tested before an update is foreseen, and the update made twice; caught by test_chart
s/c->rule.foresees \&\& !c->rule.before \&\& after/c->rule.foresees \&\& after/
