// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with the drawings of a page, as attributes of it, each fault with its figure's name:
//   data-overlaps   texts that lie on each other
//   data-colours    methods that have not the colour their family has everywhere
//   data-curves     curves that do not pass through their symbols
//   data-axes       figures whose axes are not named, and names without a unit
// and data-texts, data-methods, data-symbols, data-names, how many were looked at. The element #methods holds what
// `holonomy list methods --json` prints.
'use strict';

const figures = [...document.querySelectorAll('figure')].filter((figure) => figure.querySelector('svg'));
const faults = { overlaps: [], colours: [], curves: [], axes: [] };
const seen = { texts: 0, methods: 0, symbols: 0, names: 0 };

// ---- Labels. Boxes hold some room above and below the letters, hence a third.
function overlap(a, b) {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return across > 1 && down > Math.min(a.height, b.height) / 3;
}

for (const figure of figures) {
  const boxes = [...figure.querySelectorAll('text')]
    .map((text) => [text.getBoundingClientRect(), text.textContent.trim()])
    .filter(([box, words]) => words && box.width);
  seen.texts += boxes.length;
  boxes.forEach(([box, words], i) => {
    for (const [other, its] of boxes.slice(0, i))
      if (overlap(box, other)) faults.overlaps.push(`${figure.id}: ${its} | ${words}`);
  });
}

// ---- Colours: of what is drawn under a method's name in a key, and of a panel's first curve and its
// name above it. Words after the name tell several ways of a method apart, which may be paler.
const families = new Map(JSON.parse(document.getElementById('methods').textContent)
  .map((method) => [method.name, method.family]));

function methodOf(words) {
  const first = words.trim().split(/[ ,]/)[0];
  return families.has(first) ? first : null;
}

function rgb(colour) {
  return colour.match(/\d+/g).slice(0, 3).map(Number);
}

function drawnIn(group) {
  const drawn = group.querySelector('path[stroke], use[color]:not([opacity="0.00"]), rect[stroke]'); // points that only speak are unseen
  return drawn && rgb(getComputedStyle(drawn)[drawn.tagName === 'use' ? 'color' : 'stroke']);
}

function marks(figure) {
  const found = [];
  let panel = null;
  for (const node of figure.querySelectorAll('text, g[id*="gnuplot_plot_"]')) {
    if (node.tagName === 'text') {
      if (methodOf(node.textContent) && !node.closest('g[id*="gnuplot_plot_"]')) panel = node;
      continue;
    }
    const title = node.querySelector('title').textContent.trim();
    if (methodOf(title)) found.push([title, drawnIn(node)]);
    else if (/_1\D/.test(node.id) && panel) {
      found.push([panel.textContent.trim(), rgb(getComputedStyle(panel).fill)]);
      found.push([panel.textContent.trim(), drawnIn(node)]);
    }
  }
  return found.filter(([, colour]) => colour);
}

// c + s (white - c) for some s, to the rounding of c.
function paler(of, c) {
  const s = Math.max(...c.map((x, k) => (of[k] < 128 ? (x - of[k]) / (255 - of[k]) : 0)));
  return s >= 0 && c.every((x, k) => Math.abs(x - of[k] - s * (255 - of[k])) < 2.5);
}

const familyColour = new Map();
const all = figures.flatMap((figure) => marks(figure).map((mark) => [figure.id, ...mark]));
for (const [, words, colour] of all)
  if (families.has(words) && !familyColour.has(families.get(words))) familyColour.set(families.get(words), colour);
for (const [id, words, colour] of all) {
  const family = families.get(methodOf(words)), its = familyColour.get(family);
  seen.methods++;
  if (!its) faults.colours.push(`${id}: no figure has ${family}`);
  else if (families.has(words) ? String(its) !== String(colour) : !paler(its, colour))
    faults.colours.push(`${id}: ${words} is ${colour}, not ${its}`);
}
for (const [family, colour] of familyColour)
  for (const [other, its] of familyColour)
    if (family < other && String(colour) === String(its))
      faults.colours.push(`${family} and ${other} are both ${colour}`);

// ---- Curves: a method's line and its symbols are drawn apart, from the same numbers.
function startsAt(curve, x, y) { // of a lone point no line is drawn
  return [...curve.getAttribute('d').matchAll(/M(-?[\d.]+),(-?[\d.]+)/g)]
    .some(([, a, b]) => Math.hypot(a - x, b - y) < 0.2);
}

for (const figure of figures)
  for (const group of figure.querySelectorAll('g[id*="gnuplot_plot_"]')) {
    const curves = [...group.querySelectorAll('path')], symbols = [...group.querySelectorAll('use')];
    if (!curves.length) continue;
    for (const curve of curves) Object.assign(curve.style, { strokeDasharray: 'none', strokeLinecap: 'round' });
    seen.symbols += symbols.length;
    const astray = symbols.filter((symbol) => {
      const [x, y] = symbol.getAttribute('transform').match(/-?[\d.]+/g).map(Number);
      return !curves.some((curve) => curve.isPointInStroke(new DOMPoint(x, y)) || startsAt(curve, x, y));
    });
    if (astray.length) faults.curves.push(`${figure.id}: ${group.id}, ${astray.length} symbols`);
  }

// ---- Axes: their names have a size of letters of their own (reports/style.gp); a diagram has none.
for (const figure of figures) {
  if (figure.classList.contains('diagram')) continue;
  const names = [...figure.querySelectorAll('g[font-size="12.00"] text')]
    .map((text) => text.textContent.trim()).filter((name) => name);
  seen.names += names.length;
  if (names.length < 2) faults.axes.push(`${figure.id}: ${names.length} axes named`);
  for (const name of names) if (!/\[[^\]]+\]/.test(name)) faults.axes.push(`${figure.id}: ${name}`);
}

for (const name of Object.keys(faults)) document.documentElement.dataset[name] = faults[name].join('; ');
for (const name of Object.keys(seen)) document.documentElement.dataset[name] = seen[name];
