// SPDX-License-Identifier: GPL-3.0-or-later
// The page works without this. One choice of methods and one filter for everything on it, kept from page to page;
// tables that sort, and download as CSV. What a method's name looks like in figures is in figures.js.
'use strict';

// ---- The choice of methods: null is all of them. Several lanes of a method (mk4 -o every=2) go together.
const methodIn = (title) => title.trim().split(/\s/)[0];
const known = new Map(); // name -> what is to be done when the choice changes
let chosen = null;

const isChosen = (name) => !chosen || chosen.has(name);

// By links, and in this tab: a page that is opened afresh shows everything.
function kept() {
  const asked = new URLSearchParams(location.search).get('methods');
  if (asked !== null) return asked;
  try { return sessionStorage.getItem('methods'); } catch { return null; }
}

function keep() {
  const words = chosen ? [...chosen].join(' ') : null;
  try {
    if (chosen) sessionStorage.setItem('methods', words);
    else sessionStorage.removeItem('methods');
  } catch { /* links remain */ }
  for (const link of document.querySelectorAll('a[href]')) {
    const parts = link.getAttribute('href').match(/^([^?#:]+)(\?[^#]*)?(#.*)?$/);
    if (!parts) continue; // a place on this page, or not of this report
    link.setAttribute('href', parts[1] + (chosen ? `?methods=${encodeURIComponent(words)}` : '') + (parts[3] || ''));
  }
}

function choose(names) {
  chosen = names && known.size && [...known.keys()].every((name) => names.has(name)) ? null : names;
  for (const [name, changes] of known) for (const change of changes) change(isChosen(name), chosen !== null);
  document.documentElement.dataset.chosen = chosen ? [...chosen].join(' ') : 'all';
  document.dispatchEvent(new CustomEvent('methods', { detail: chosen }));
  keep();
}

// A method alone, and all again; with a key held down, one more or one less.
function pick(name, more) {
  if (!more) {
    choose(chosen && chosen.size === 1 && chosen.has(name) ? null : new Set([name]));
    return;
  }
  const names = new Set(chosen || known.keys());
  if (!names.delete(name)) names.add(name);
  choose(names);
}

// Tells of every change whether the method is chosen, and whether there is a choice at all.
function follow(name, change) {
  if (!known.has(name)) known.set(name, []);
  known.get(name).push(change);
}

// An element whose click picks a method.
function picks(element, name) {
  element.classList.add('picks');
  element.addEventListener('click', (e) => {
    e.stopPropagation();
    pick(name, e.ctrlKey || e.metaKey || e.shiftKey);
  });
  if (element.tagName === 'BUTTON') return;
  element.tabIndex = 0;
  element.addEventListener('keydown', (e) => {
    if (e.key === 'Enter') pick(name, e.shiftKey);
  });
}

function button(words, act) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = words;
  if (act) made.addEventListener('click', act);
  return made;
}

// ---- Tables: order. Numbers by their size, words after them whichever way, for they are failures.
function numberOf(text) {
  const x = parseFloat(text.replace(/^(h|rtol|[≤≥~]) /, ''));
  return Number.isNaN(x) ? null : x;
}

function sorted(texts, up) {
  const numbers = texts.map(numberOf), any = numbers.some((x) => x !== null), way = up ? 1 : -1;
  return texts.map((_, i) => i).sort((i, j) => {
    if (!any) return way * texts[i].localeCompare(texts[j]);
    if (numbers[i] === null || numbers[j] === null) return (numbers[i] === null) - (numbers[j] === null);
    return way * (numbers[i] - numbers[j]);
  });
}

function sortable(table) {
  const body = table.tBodies[0];
  for (const head of table.tHead.rows[0].cells) {
    head.tabIndex = 0;
    head.title = 'sort';
    const sort = () => {
      const up = head.getAttribute('aria-sort') !== 'ascending', rows = [...body.rows];
      for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
      const order = sorted(rows.map((row) => row.cells[head.cellIndex].textContent), up);
      body.append(...order.map((i) => rows[i]));
    };
    head.addEventListener('click', sort);
    head.addEventListener('keydown', (e) => {
      if (e.key !== 'Enter' && e.key !== ' ') return;
      e.preventDefault();
      sort();
    });
  }
}

// ---- Tables: CSV of the rows that are shown, as hol_table_csv writes it; numbers with all their digits.
const quoted = (text) => (/[,"\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);

function csvOf(table) {
  const rows = [...table.rows].filter((row) => !row.hidden);
  return rows.map((row) => `${[...row.cells].map((cell) => quoted(wordsOf(cell))).join(',')}\n`).join('');
}

const wordsOf = (cell) => (cell.dataset.whole === undefined ? cell.firstChild ? textIn(cell) : '' : cell.dataset.whole);

function textIn(cell) { // without the buttons that stand in the cell
  return [...cell.childNodes].filter((node) => node.tagName !== 'BUTTON').map((node) => node.textContent).join('');
}

// What a table is called: the heading or summary above it.
function nameOf(table) {
  const box = table.closest('details'), all = [...document.querySelectorAll('h1, h2, h3')];
  const before = all.filter((h) => h.compareDocumentPosition(table) & Node.DOCUMENT_POSITION_FOLLOWING);
  const above = box && box.querySelector('summary') || before[before.length - 1];
  return above ? above.textContent.trim() : document.title;
}

function downloads(table) {
  const save = button('CSV', () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([csvOf(table)], { type: 'text/csv' }));
    link.download = `${nameOf(table).toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 80)}.csv`;
    link.click();
    URL.revokeObjectURL(link.href);
  });
  save.className = 'csv';
  save.title = 'this table as a file of comma-separated values';
  table.parentElement.after(save);
}

// ---- Tables: rows of methods that are not chosen, and without the words asked for, are not shown.
let asked = [];
const rowsOf = new Map(); // row -> method, or null

function show(row) {
  const name = rowsOf.get(row);
  const text = asked.length ? row.textContent.toLowerCase() : '';
  row.hidden = !(name === null || isChosen(name)) || !asked.every((word) => text.includes(word));
}

function named(table) {
  const column = [...table.tHead.rows[0].cells].findIndex((head) => head.textContent === 'method');
  for (const row of table.tBodies[0].rows) {
    const cell = column < 0 ? null : row.cells[column], name = cell ? methodIn(cell.textContent) : null;
    rowsOf.set(row, name || null);
    if (!name) continue;
    follow(name, () => show(row));
    const link = cell.querySelector('a');
    const place = link ? button('\u25c9') : cell;
    if (link) {
      place.className = 'only';
      cell.append(' ', place);
    }
    place.title = `${name} alone; again: all methods`;
    picks(place, name);
  }
}

// ---- The bar at the foot of the page.
function bar() {
  const box = document.createElement('div'), field = document.createElement('input');
  const list = document.createElement('details'), summary = document.createElement('summary');
  const names = document.createElement('div');
  box.className = 'choice';
  field.type = 'search';
  field.placeholder = 'show rows with ...';
  field.setAttribute('aria-label', 'show the rows of all tables with these words');
  field.addEventListener('input', () => {
    asked = field.value.toLowerCase().split(/\s+/).filter((word) => word);
    for (const row of rowsOf.keys()) show(row);
  });
  for (const name of known.keys()) {
    const one = button(name, () => pick(name, true));
    follow(name, (on) => one.setAttribute('aria-pressed', String(on)));
    names.append(one);
  }
  names.className = 'legend';
  const say = () => {
    const here = [...known.keys()].filter(isChosen);
    summary.textContent = !chosen ? `all ${known.size} methods`
      : here.length === 1 ? `${here[0]} alone` : `${here.length} of ${known.size} methods`;
  };
  document.addEventListener('methods', say);
  list.append(summary, names);
  box.append(field);
  if (known.size) box.append(list, button('all', () => choose(null)), button('none', () => choose(new Set())));
  (document.querySelector('main') || document.body).append(box);
}

for (const table of document.querySelectorAll('table')) {
  sortable(table);
  downloads(table);
  named(table);
}
