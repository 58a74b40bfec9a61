# mechanics/realise.c: gravity acts upwards, the potential does not know; caught by test_orders
s/body->m \* model->g\[k\]/body->m * -model->g[k]/
