# methods/tangent_ahead.c: a mass that only the rows make definite is singular; caught by test_tangent
s/if (status == HOL_SINGULAR) status = accelerate_in_chart/if (status == HOL_REJECT) status = accelerate_in_chart/
