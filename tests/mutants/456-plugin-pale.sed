# harness/report/report_standing.c: methods of plug-ins are pale as any other; caught by plugin.sh
s/method->baseline || hol_plugin_of_method(method)/method->baseline/
