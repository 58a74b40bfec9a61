// SPDX-License-Identifier: GPL-3.0-or-later
// What a reader does on a page of the report, done by a script: each finding an attribute data-NAME of the page.
'use strict';

const told = document.documentElement.dataset, all = (where) => [...document.querySelectorAll(where)];
const shown = (rows) => rows.filter((row) => !row.hidden).map((row) => methodIn(row.cells[0].textContent));
const tables = all('table').filter((table) => table.rows[0].cells[0].textContent === 'method');
const rows = tables.flatMap((table) => [...table.tBodies[0].rows]);
const lit = () => all('g[id*="gnuplot_plot_"]:not(.off)').map((g) => g.querySelector('title').textContent);
const once = (names) => [...new Set(names)].sort().join(' ');
const text = (e) => e.textContent.trim();

// ---- A method alone, by its name in a table, in a legend, in a figure, by a point; and all again.
told.tables = tables.length;
told.everything = once(shown(rows));
const cell = rows.map((row) => row.cells[0]).find((c) => text(c) === 'mk4');
cell.click();
told.alone = once(shown(rows));
told.curves = once(lit().map((name) => name.replace(/^beside /, '')).filter((name) => known.has(methodIn(name))));
told.links = all('a[href*="methods="]').map((a) => a.getAttribute('href')).join(' ');
told.bright = String(all('g.on path[opacity]').every((path) => getComputedStyle(path).opacity === '1'));
cell.click();
told.again = once(shown(rows));
all('.legend button').find((b) => text(b) === 'rattle').click();
told.legend = once(shown(rows));
all('svg text').find((t) => text(t) === 'mk4' && t.classList.contains('picks')).dispatchEvent(new MouseEvent('click', { bubbles: true }));
told.inside = once(shown(rows));
told.open = String(Boolean(document.querySelector('dialog')));
all('.choice button').find((b) => text(b) === 'none').click();
told.none = once(shown(rows));
all('.choice .legend button').find((b) => text(b) === 'em').click();
all('.choice .legend button').find((b) => text(b) === 'dvp').click();
told.two = once(shown(rows));
all('.choice button').find((b) => text(b) === 'all').click();

// ---- One filter.
const field = document.querySelector('input[type="search"]');
field.value = 'RAT  mk4';
field.dispatchEvent(new Event('input'));
told.both = once(shown(rows));
field.value = 'rat';
field.dispatchEvent(new Event('input'));
told.filtered = once(shown(rows));
field.value = '';
field.dispatchEvent(new Event('input'));

// ---- Order: failures are last, whichever way.
const orders = [];
for (const table of tables) {
  const head = [...table.rows[0].cells];
  head.forEach((h, k) => {
    const column = () => [...table.tBodies[0].rows].map((row) => numberOf(row.cells[k].textContent));
    if (column().every((x) => x === null) || column().every((x) => x !== null)) return;
    for (const way of [1, -1]) {
      h.click();
      const seen = column(), first = seen.indexOf(null), numbers = seen.slice(0, first);
      if (seen.slice(first).some((x) => x !== null)) orders.push(`${text(h)}: a number after words`);
      if (numbers.some((x, i) => i && way * (x - numbers[i - 1]) < 0)) orders.push(`${text(h)}: not sorted`);
      told.sorted = Number(told.sorted || 0) + 1;
    }
  });
}
told.orders = orders.join('; ');

// ---- Points, and a figure that fills the window.
const points = all('g[data-words]');
told.points = points.length;
told.words = points.map((p) => p.dataset.words).join('|');
told.calls = all('[onmousemove]').length;
points[0].dispatchEvent(new PointerEvent('pointerenter', { clientX: 30, clientY: 300 }));
told.tip = String(!tip.hidden && tip.textContent === points[0].dataset.words);
points[0].dispatchEvent(new PointerEvent('pointerleave'));
const figure = document.querySelector('figure'), drawing = figure.querySelector('svg');
drawing.dispatchEvent(new MouseEvent('click', { bubbles: true }));
told.large = `${Boolean(drawing.closest('dialog[open]'))} ${Math.round(drawing.getBoundingClientRect().width)}`;
document.querySelector('dialog').addEventListener('close', () => { told.back = String(figure.contains(drawing)); });
document.querySelector('dialog button').click();

// ---- Heads that stay, letters that are large enough.
told.sticky = once(tables.flatMap((table) => [table.rows[0].cells[1], table.tBodies[0].rows[0].cells[0]]
  .map((c) => getComputedStyle(c).position)));
told.letters = Math.min(...all('figure svg text').map((t) => {
  const svg = t.closest('svg');
  return parseFloat(getComputedStyle(t).fontSize) * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
}).filter((size) => size > 0)).toFixed(1);

// ---- A table as a file.
const lines = all('details').find((d) => text(d.querySelector('summary')) === 'mk4');
if (lines) {
  const file = document.createElement('pre');
  file.id = 'file';
  file.textContent = csvOf(lines.querySelector('table'));
  document.body.append(file);
}
