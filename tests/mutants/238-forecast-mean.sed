# harness/plan/forecast.c: the rate of a method is the mean of its pairs, whatever their problems cost; caught by test_forecast
s/sum += s->rate - (isfinite(other\[j\]) ? other\[j\] : 0.0);/sum += s->rate;/
