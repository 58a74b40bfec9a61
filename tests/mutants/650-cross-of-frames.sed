# mechanics/connections.c: the cross of a universal joint has the axis of its second body as e1; caught by test_connections
s/e ? 2 : 1, c.frame/e ? 1 : 1, c.frame/
