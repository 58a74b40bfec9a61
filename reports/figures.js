// SPDX-License-Identifier: GPL-3.0-or-later
// Figures whose curves go and come with the choice of methods (page.js), whose points say what they are, and which
// fill the window on a click. They are as gnuplot drew them: a group a curve, its title the curve's name.
'use strict';

// The curves of a drawing by their names: a name may stand for one in each panel, and for its points.
function curvesOf(svg) {
  const curves = new Map();
  for (const group of svg.querySelectorAll('g[id*="gnuplot_plot_"]')) {
    const title = group.querySelector('title');
    const name = title ? title.textContent.trim().replace(/^beside /, '') : '';
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

// Drawn for comparison alone, see reports/scatter.gp.
function isPale(group) {
  const drawn = group.querySelector('path[stroke], use[color]');
  return Boolean(drawn && drawn.hasAttribute('opacity'));
}

// ---- Points that say what they are: gnuplot writes the words as a call of a script of its own.
const tip = document.createElement('div');
tip.className = 'tip';
tip.hidden = true;

function says(svg) {
  for (const point of svg.querySelectorAll('g[onmousemove]')) {
    const words = point.getAttribute('onmousemove').match(/evt,'(.*)'\)$/);
    point.removeAttribute('onmousemove');
    point.removeAttribute('onmouseout');
    if (!words) continue;
    point.dataset.words = words[1];
    point.querySelector('title').textContent = words[1];
    point.addEventListener('pointerenter', (e) => {
      (svg.closest('dialog') || document.body).append(tip);
      tip.textContent = words[1];
      tip.hidden = false;
      tip.style.left = `${Math.max(4, Math.min(e.clientX + 12, window.innerWidth - tip.offsetWidth - 8))}px`;
      tip.style.top = `${Math.max(4, e.clientY - tip.offsetHeight - 10)}px`;
    });
    point.addEventListener('pointerleave', () => { tip.hidden = true; });
    picks(point, methodIn(words[1].split(':')[0]));
  }
}

// ---- Curves and their names.
function light(groups, on, choice) {
  for (const group of groups) {
    group.classList.toggle('off', !on);
    group.classList.toggle('on', on && choice);
  }
}

function entry(name, groups, methods) {
  const made = button(name);
  made.style.borderColor = colourOf(groups[0]);
  made.setAttribute('aria-pressed', 'true');
  if (methods.has(methodIn(name))) {
    made.title = `${methodIn(name)} alone, on the whole page; again: all methods`;
    picks(made, methodIn(name));
    follow(methodIn(name), (on, choice) => {
      made.setAttribute('aria-pressed', String(on));
      light(groups, on, choice);
    });
    return made;
  }
  made.addEventListener('click', () => { // of what is no method, in this figure
    const shown = made.getAttribute('aria-pressed') !== 'true';
    made.setAttribute('aria-pressed', String(shown));
    light(groups, shown, false);
  });
  return made;
}

function legend(figure, svg, methods) {
  const curves = curvesOf(svg), row = document.createElement('div');
  row.className = 'legend';
  row.append(button('enlarge', () => enlarge(figure, svg)));
  const pale = document.createElement('details'), rest = document.createElement('summary');
  rest.textContent = 'pale';
  pale.append(rest);
  if (curves.size > 1 || [...curves.keys()].some((name) => methods.has(methodIn(name)))) {
    addAlike(svg, curves);
    const names = [...methods], place = (name) => names.indexOf(methodIn(name));
    const ordered = [...curves].sort(([a], [b]) => place(a) - place(b));
    for (const [name, groups] of ordered) (isPale(groups[0]) ? pale : row).append(entry(name, groups, methods));
  }
  if (pale.childElementCount > 1) row.append(pale);
  for (const text of svg.querySelectorAll('text')) {
    const name = methodIn(text.textContent);
    if (!methods.has(name) || !curves.has(text.textContent.trim())) continue;
    picks(text, name);
    follow(name, (on) => text.classList.toggle('off', !on));
  }
  svg.after(row);
}

// ---- The whole window for a figure; the drawing itself moves there and back.
function enlarge(figure, svg) {
  const box = document.createElement('dialog'), place = document.createComment('figure');
  box.className = 'enlarged';
  svg.before(place);
  box.append(button('close', () => box.close()), svg);
  box.addEventListener('close', () => {
    place.replaceWith(svg);
    box.remove();
    tip.hidden = true;
  });
  document.body.append(box);
  box.showModal();
}

{
  const drawings = [...document.querySelectorAll('figure')]
    .map((figure) => [figure, figure.querySelector('svg')]).filter(([, svg]) => svg);
  for (const [, svg] of drawings) says(svg);
  const methods = new Set(known.keys());
  for (const [, svg] of drawings)
    for (const point of svg.querySelectorAll('g[data-words]')) methods.add(methodIn(point.dataset.words.split(':')[0]));
  for (const [figure, svg] of drawings) {
    legend(figure, svg, methods);
    svg.addEventListener('click', () => { if (!svg.closest('dialog')) enlarge(figure, svg); });
  }
  document.body.append(tip);
  bar();
  const names = kept();
  choose(names === null ? null : new Set(names.split(' ').filter((name) => name)));
  document.documentElement.dataset.ready = 'yes';
}
