# harness/report/report_markup.c: what stands between the tables of Markdown is not quoted; caught by hostile.sh
s/^    hol_markdown_text(out, text);$/    fputs(text, out);/
