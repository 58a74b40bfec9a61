# mechanics/drives.c: a direction of the ground stays turned for the next question; caught by test_drives
s/if (d->turns && a->end\[0\] < 0)/if (d->turns \&\& a->end[0] < -1)/
