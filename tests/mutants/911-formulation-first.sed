# harness/report/report_fairness.c: of a method's formulations the first one alone is told; caught by report_again.sh
s/!strcmp(other->record->formulation, one->record->formulation)/true/
