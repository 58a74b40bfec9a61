# mechanics/connections.c: nonholonomic rows are said to be connections; caught by test_connections
s/return model->slides > 0;/return false;/
