// SPDX-License-Identifier: GPL-3.0-or-later
// Which texts of a drawing lie on each other: "figure: text | text" for each pair, as an attribute
// data-overlaps of the page.  Boxes hold some room above and below the letters, hence a third.
'use strict';

function overlap(a, b) {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return across > 1 && down > Math.min(a.height, b.height) / 3;
}

const found = [];
let texts = 0;
for (const svg of document.querySelectorAll('figure svg')) {
  const boxes = [...svg.querySelectorAll('text')]
    .map((text) => [text.getBoundingClientRect(), text.textContent.trim()])
    .filter(([box, words]) => words && box.width);
  texts += boxes.length;
  boxes.forEach(([box, words], i) => {
    for (const [other, its] of boxes.slice(0, i))
      if (overlap(box, other)) found.push(`${svg.closest('figure').id}: ${its} | ${words}`);
  });
}
document.documentElement.dataset.texts = texts;
document.documentElement.dataset.overlaps = found.join('; ');
