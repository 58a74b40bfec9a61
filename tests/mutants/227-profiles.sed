# harness/report/report_profiles.c: the ends of a profile's band are exchanged; caught by report_again.sh
s|k != lane \&\& slow < 0|k != lane \&\& slow > 0|;s|error, slow > 0)|error, slow < 0)|
