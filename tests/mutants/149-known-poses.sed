# harness/study/study_map.c: an unknown true motion is a failed step; caught by cli.sh
s/^    if (hol_truth(x, \*t, pose)) return true;/    return hol_truth(x, *t, pose);/
