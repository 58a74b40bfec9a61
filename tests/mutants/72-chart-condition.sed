# methods/chart.c: a chart may begin at a singular configuration; caught by test_tangent
s/if (status || condition <= c->rule.condition) return status/if (status || condition > 0) return status/
