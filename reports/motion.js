// SPDX-License-Identifier: GPL-3.0-or-later
// Mechanisms in motion: two runs side by side, played, scrubbed and turned by mouse or arrow keys.
'use strict';

const ground = [0, 0, 0, 1, 0, 0, 0];

// R(p) rho, Euler parameters p0..p3 at place[3].
function turned(place, rho) {
  const [w, x, y, z] = place.slice(3), [a, b, c] = rho;
  const s = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * s[0] + y * s[2] - z * s[1], b + w * s[1] + z * s[0] - x * s[2],
    c + w * s[2] + x * s[1] - y * s[0]];
}

function pointOf(places, body, rho) {
  const place = body < 0 ? ground : places[body], x = turned(place, rho);
  return x.map((xi, k) => place[k] + xi);
}

// The outline of what rolls, [body, rho, u, v], from the end of its spoke u round to it.
function outlineOf(places, rim) {
  const [rho, u, v] = [1, 4, 7].map((k) => rim.slice(k, k + 3));
  return Array.from({ length: 49 }, (_, n) => {
    const c = Math.cos(n * Math.PI / 24), s = Math.sin(n * Math.PI / 24);
    return pointOf(places, rim[0], rho.map((x, k) => x + c * u[k] + s * v[k]));
  });
}

// All bodies at time t, between two stored times.
function placesAt(run, t, bodies) {
  let k = run.t.findIndex((x) => x >= t);
  if (k < 0) k = run.t.length - 1;
  const before = run.at[Math.max(k - 1, 0)], after = run.at[k];
  const from = run.t[Math.max(k - 1, 0)], part = run.t[k] > from ? Math.min(1, (t - from) / (run.t[k] - from)) : 0;
  return Array.from({ length: bodies }, (_, b) => {
    const p = before.slice(7 * b, 7 * b + 7), q = after.slice(7 * b, 7 * b + 7);
    const dot = p[3] * q[3] + p[4] * q[4] + p[5] * q[5] + p[6] * q[6];
    const mixed = p.map((x, i) => (1 - part) * x + part * (i > 2 && dot < 0 ? -q[i] : q[i]));
    const norm = Math.hypot(...mixed.slice(3)) || 1;
    return mixed.map((x, i) => (i > 2 ? x / norm : x));
  });
}

// The middle and radius of all that moves, and whether it stays in the plane z = 0.
function extentOf(data) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  let tilt = 0;
  const see = (x) => x.forEach((xi, k) => { low[k] = Math.min(low[k], xi); high[k] = Math.max(high[k], xi); });
  for (const run of data.runs)
    for (const t of run.t) {
      const places = placesAt(run, t, data.bodies.length);
      for (const p of places) { see(p.slice(0, 3)); tilt = Math.max(tilt, Math.abs(p[4]), Math.abs(p[5])); }
      for (const j of data.joints) { see(pointOf(places, j[0], j.slice(1, 4))); see(pointOf(places, j[4], j.slice(5, 8))); }
      for (const rim of data.rims) outlineOf(places, rim).forEach(see);
    }
  const middle = low.map((x, k) => (x + high[k]) / 2);
  const radius = Math.hypot(...high.map((x, k) => x - low[k])) / 2 || 1;
  return { middle, radius, flat: tilt < 1e-9 && high[2] - low[2] < 1e-9 * radius };
}

// Per stored time the numbers of all bodies: see harness/report/report_motion.c.
function unpacked(run, bodies) {
  const bytes = Uint8Array.from(atob(run.at), (c) => c.charCodeAt(0)), words = new DataView(bytes.buffer);
  return run.t.map((_, k) => Array.from({ length: 7 * bodies }, (__, i) =>
    words.getInt16(2 * (7 * bodies * k + i), true) / 32767 * (i % 7 < 3 ? run.reach : 1)));
}

function viewer(box) {
  const data = JSON.parse(box.querySelector('script').textContent), bodies = data.bodies.length;
  for (const run of data.runs) run.at = unpacked(run, bodies);
  const { middle, radius, flat } = extentOf(data);
  const end = Math.max(...data.runs.map((run) => run.t[run.t.length - 1]));
  const view = flat ? { yaw: 0, pitch: Math.PI / 2 } : { yaw: -1, pitch: 0.35 };
  const colours = ['#1b6ca8', '#b5541c', '#2e7d32', '#6a3d9a', '#7a5c00', '#a3195b'];
  let now = 0, last = null;

  const screen = (canvas, x) => {
    const d = x.map((xi, k) => xi - middle[k]), { yaw, pitch } = view;
    const right = Math.cos(yaw) * d[0] + Math.sin(yaw) * d[1];
    const up = Math.sin(pitch) * (-Math.sin(yaw) * d[0] + Math.cos(yaw) * d[1]) + Math.cos(pitch) * d[2];
    const scale = 0.46 * Math.min(canvas.width, canvas.height) / radius;
    return [canvas.width / 2 + scale * right, canvas.height / 2 - scale * up];
  };

  const line = (canvas, points, colour, width) => {
    const c = canvas.getContext('2d');
    c.beginPath();
    points.forEach((x, k) => { const [a, b] = screen(canvas, x); if (k) c.lineTo(a, b); else c.moveTo(a, b); });
    c.strokeStyle = colour;
    c.lineWidth = width;
    c.stroke();
  };

  const dot = (canvas, x, colour, size) => {
    const c = canvas.getContext('2d'), [a, b] = screen(canvas, x);
    c.fillStyle = colour;
    c.fillRect(a - size, b - size, 2 * size, 2 * size);
  };

  const draw = (panel) => {
    const { canvas, select } = panel, run = data.runs[select.value];
    const places = placesAt(run, now, bodies), rods = bodies > 8 ? 2 : 4;
    canvas.getContext('2d').clearRect(0, 0, canvas.width, canvas.height);
    const past = run.at.filter((_, k) => run.t[k] <= now), tail = 7 * (bodies - 1);
    line(canvas, [...past.map((a) => a.slice(tail, tail + 3)), places[bodies - 1].slice(0, 3)], '#ccc', 1.5);
    for (const j of data.joints) {
      const ends = [pointOf(places, j[0], j.slice(1, 4)), pointOf(places, j[4], j.slice(5, 8))];
      line(canvas, ends, '#888', 1.5);
      [j[0], j[4]].forEach((b, k) => {
        if (b >= 0) line(canvas, [places[b].slice(0, 3), ends[k]], colours[b % colours.length], rods);
        else dot(canvas, ends[k], '#222', 4);
      });
    }
    for (const rim of data.rims) {
      const outline = outlineOf(places, rim), spoke = [pointOf(places, rim[0], rim.slice(1, 4)), outline[0]];
      for (const points of [outline, spoke]) line(canvas, points, colours[rim[0] % colours.length], 1.5);
    }
    data.bodies.forEach((body, b) => {
      if (body.turns)
        for (let k = 0; k < 3; k++) {
          const axis = [0, 0, 0];
          axis[k] = (data.joints.length ? 0.12 : 0.3) * radius;
          line(canvas, [places[b].slice(0, 3), pointOf(places, b, axis)], ['#c33', '#3a3', '#33c'][k], 1.5);
        }
      dot(canvas, places[b].slice(0, 3), colours[b % colours.length], bodies > 8 ? 2 : 4);
    });
    const reached = run.t[run.t.length - 1];
    panel.note.textContent = reached < now - 1e-9 ? `ended at ${reached.toPrecision(3)} s` : '';
  };

  const play = document.createElement('button'), time = document.createElement('input'), label = document.createElement('output');
  const panels = [0, 1].slice(0, data.runs.length).map((k) => {
    const frame = document.createElement('div'), select = document.createElement('select');
    const canvas = document.createElement('canvas'), note = document.createElement('span');
    data.runs.forEach((run, i) => select.add(new Option(run.method, i)));
    select.value = Math.min(k, data.runs.length - 1);
    select.setAttribute('aria-label', 'method');
    canvas.width = 560;
    canvas.height = 420;
    frame.append(select, note, canvas);
    return { frame, select, canvas, note };
  });
  const drawAll = () => {
    time.value = now;
    label.textContent = `t = ${now.toFixed(2)} s`;
    panels.forEach(draw);
  };
  const tick = (stamp) => {
    if (play.getAttribute('aria-pressed') !== 'true') { last = null; return; }
    if (last !== null) now += (stamp - last) / 1000;
    if (now > end) now = 0;
    last = stamp;
    drawAll();
    requestAnimationFrame(tick);
  };
  const start = (on) => {
    play.setAttribute('aria-pressed', String(on));
    play.textContent = on ? 'pause' : 'play';
    if (on) requestAnimationFrame(tick);
  };
  play.type = 'button';
  play.addEventListener('click', () => start(play.getAttribute('aria-pressed') !== 'true'));
  Object.assign(time, { type: 'range', min: 0, max: end, step: end / 1000 });
  time.setAttribute('aria-label', 'time');
  time.addEventListener('input', () => { start(false); now = Number(time.value); drawAll(); });
  // Of the methods that are chosen on the page the first two that are there (page.js).
  document.addEventListener('methods', (e) => {
    const wanted = data.runs.map((_, i) => i).filter((i) => e.detail && e.detail.has(data.runs[i].method.split(' ')[0]));
    panels.forEach((panel, k) => { if (wanted.length) panel.select.value = wanted[Math.min(k, wanted.length - 1)]; });
    drawAll();
  });
  for (const panel of panels) {
    panel.select.addEventListener('change', drawAll);
    const turn = (yaw, pitch) => {
      view.yaw -= yaw;
      view.pitch = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, view.pitch + pitch));
      drawAll();
    };
    panel.canvas.addEventListener('pointermove', (e) => {
      if (e.buttons) turn(0.01 * e.movementX, 0.01 * e.movementY);
    });
    panel.canvas.tabIndex = 0;
    panel.canvas.setAttribute('aria-label', 'the mechanism; arrow keys turn it');
    panel.canvas.addEventListener('keydown', (e) => {
      const way = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] }[e.key];
      if (!way) return;
      e.preventDefault();
      turn(...way);
    });
  }
  const bar = document.createElement('div'), pair = document.createElement('div');
  bar.className = 'bar';
  pair.className = 'pair';
  bar.append(play, time, label);
  pair.append(...panels.map((panel) => panel.frame));
  box.append(bar, pair);
  start(false);
  drawAll();
}

for (const box of document.querySelectorAll('.motion')) viewer(box);
