# harness/report/report_columns.c: measures of others stand where no plan asks for them; caught by report_again.sh
s/says \&\& (!column\[k\].asked || r->plan->measures)/says/
