# mechanics/realise.c: gravity acts upwards, the potential does not know; caught by test_orders
s/body->m \* R->facts.model->g\[k\]/body->m * -R->facts.model->g[k]/
