# methods/chart.c: a chart may begin at a singular configuration; caught by test_tangent
s/if (condition <= c->rule.condition) return HOL_OK;/if (condition > 0) return HOL_OK;/
