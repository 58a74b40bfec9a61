# mechanics/series_quad.c: derived steps go over knots of tables; caught by test_model_tables
s/return knot < (number)h ? knot : (number)h/return (number)h/
