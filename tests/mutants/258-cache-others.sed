# base/cache.c: a cache that cannot be written to is taken as one that can; caught by cli.sh
s|return access(parent, W_OK . X_OK) == 0;|return parent[0] == '/';|
