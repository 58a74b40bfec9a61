# base/meter.h: calls inside calls are counted too; caught by test_floors
s/if (!m || --m->depth > 0) return;/if (!m || --m->depth < 0) return;/
