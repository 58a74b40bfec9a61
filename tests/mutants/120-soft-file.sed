# harness/model/model_parts.c: a joint of a file that has a damping time only stays hard, nothing said; caught by test_model_mistakes
s/if (i->has\[ITEM_COMPLIANCE\] || i->has\[ITEM_TIME\])/if (i->has[ITEM_COMPLIANCE])/
