// SPDX-License-Identifier: GPL-3.0-or-later
// The page works without this: tables that sort and filter, figures whose curves go and come.
'use strict';

function numberOf(text) {
  const x = parseFloat(text.replace(/^(h|rtol|[≤≥~]) /, ''));
  return Number.isNaN(x) ? null : x;
}

// Numbers before words, each in its order.
function compare(a, b) {
  const x = numberOf(a), y = numberOf(b);
  if (x !== null && y !== null) return x - y;
  if (x !== null || y !== null) return x !== null ? -1 : 1;
  return a.localeCompare(b);
}

function sortable(table) {
  const body = table.tBodies[0];
  for (const head of table.tHead.rows[0].cells) {
    head.tabIndex = 0;
    head.title = 'sort';
    const sort = () => {
      const up = head.getAttribute('aria-sort') !== 'ascending', k = head.cellIndex;
      for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
      const rows = [...body.rows];
      rows.sort((a, b) => (up ? 1 : -1) * compare(a.cells[k].textContent, b.cells[k].textContent));
      body.append(...rows);
    };
    head.addEventListener('click', sort);
    head.addEventListener('keydown', (e) => {
      if (e.key !== 'Enter' && e.key !== ' ') return;
      e.preventDefault();
      sort();
    });
  }
}

function filterable(table) {
  const few = 8;
  if (table.tBodies[0].rows.length <= few) return;
  const field = document.createElement('input');
  field.type = 'search';
  field.placeholder = 'show rows with ...';
  field.setAttribute('aria-label', 'show rows with these words');
  field.addEventListener('input', () => {
    const words = field.value.toLowerCase().split(/\s+/);
    for (const row of table.tBodies[0].rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    }
  });
  table.parentElement.before(field);
}

// The curves of a drawing by their names: a name may stand for one in each panel.
function curvesOf(svg) {
  const curves = new Map();
  for (const group of svg.querySelectorAll('g[id*="gnuplot_plot_"]')) {
    const title = group.querySelector('title');
    const name = title ? title.textContent.trim() : '';
    if (!name || name.startsWith('gnuplot_plot')) continue;
    if (!curves.has(name)) curves.set(name, []);
    curves.get(name).push(group);
  }
  return curves;
}

// What a curve, or its sample in the key, looks like: colour, dash, width, symbol.
function looks(group) {
  const line = group.querySelector('path[stroke]'), symbol = group.querySelector('use');
  if (!line) return null;
  return [line.getAttribute('stroke'), line.getAttribute('stroke-dasharray'),
    line.parentElement.getAttribute('stroke-width'), symbol && symbol.getAttribute('xlink:href')].join();
}

// Of a key that stands apart from the curves: the curves without a name that look like a sample.
function addAlike(svg, curves) {
  const alike = new Map();
  for (const group of svg.querySelectorAll('g[id*="gnuplot_plot_"]')) {
    const title = group.querySelector('title');
    if (!title || !title.textContent.startsWith('gnuplot_plot')) continue;
    const look = looks(group);
    alike.set(look, [...(alike.get(look) || []), group]);
  }
  for (const groups of curves.values()) {
    const look = looks(groups[0]);
    if (look) groups.push(...(alike.get(look) || []));
  }
}

function colourOf(group) {
  const drawn = group.querySelector('path[stroke], use[color]');
  return drawn ? drawn.getAttribute(drawn.tagName === 'use' ? 'color' : 'stroke') : '';
}

function legend(figure) {
  const svg = figure.querySelector('svg'), curves = svg ? curvesOf(svg) : new Map();
  if (curves.size < 2) return;
  addAlike(svg, curves);
  const bar = document.createElement('div');
  bar.className = 'legend';
  for (const [name, groups] of curves) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = name;
    button.style.borderColor = colourOf(groups[0]);
    button.setAttribute('aria-pressed', 'true');
    button.addEventListener('click', () => {
      const shown = button.getAttribute('aria-pressed') !== 'true';
      button.setAttribute('aria-pressed', String(shown));
      for (const group of groups) group.style.display = shown ? '' : 'none';
    });
    bar.append(button);
  }
  svg.after(bar);
}

for (const table of document.querySelectorAll('table')) {
  sortable(table);
  filterable(table);
}
for (const figure of document.querySelectorAll('figure')) legend(figure);
document.documentElement.dataset.ready = 'yes';
