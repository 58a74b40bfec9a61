# harness/model/shelf.c: a folder of data that is not there has no models, without a word; caught by cli.sh
s/ \&\& stat(hol_data_folder(), &there) != 0) {/ \&\& false) {/
