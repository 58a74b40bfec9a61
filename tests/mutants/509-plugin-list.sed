# harness/cli/cli_plugins.c: of the plug-ins of the environment only the first is loaded; caught by plugin.sh
s/list += n + (list\[n\] == .:.);/list += strlen(list);/
