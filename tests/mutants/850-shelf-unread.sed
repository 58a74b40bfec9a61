# harness/model/shelf.c: a folder of problems that cannot be read is an empty one; caught by cli.sh
s/if (unread) add_unread/if (false) add_unread/
