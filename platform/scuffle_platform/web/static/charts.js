// Puts a live chart in place of each one that the server drew (`data-chart` holds its figures):
// the figures under the pointer in words, and a closer look by dragging. Without this module, or
// where it fails, the drawn one stays.

import uPlot from "./vendor/uplot/uPlot.esm.js";

const DAY_S = 86400;
const ROLES = 3; // of each line: its band's upper end, its lower end, the line itself

for (const figure of document.querySelectorAll("[data-chart]")) {
  try {
    show(figure);
  } catch (error) {
    console.warn("not drawn:", error);
  }
}

function show(figure) {
  const { lines, marks } = JSON.parse(figure.dataset.chart);
  const time = figure.dataset.x === "time";
  const names = Object.keys(lines);
  const drawn = figure.querySelector("svg");
  const place = document.createElement("div");
  place.className = "plot";
  place.setAttribute("role", "img");
  place.setAttribute("aria-label", drawn.getAttribute("aria-label"));
  drawn.after(place);
  const colour = colours(figure);
  const readout = figure.querySelector(".readout");
  const hint = "Point at it for the figures, drag to look closer, double-click for the whole.";
  const data = columns(lines, marks);
  const say = (plot) => (readout.textContent = sentence(plot, data, names, marks, figure.dataset.x) ?? hint);
  const plot = new uPlot(
    {
      width: place.clientWidth,
      height: place.clientHeight,
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
      legend: { show: false },
      cursor: { y: false, points: { show: false } },
      scales: { x: { time } },
      series: [{}, ...names.flatMap(() => series(colour, lines))],
      bands: names.map((_, k) => ({ series: [ROLES * k + 1, ROLES * k + 2], fill: () => colour("--band") })),
      axes: axes(colour, time),
      hooks: { draw: [(made) => drawMarks(made, marks, colour)], setCursor: [say] },
    },
    data,
    place,
  );
  drawn.remove();
  readout.textContent = hint;
  const fit = () => plot.setSize({ width: place.clientWidth, height: place.clientHeight });
  new ResizeObserver(fit).observe(place);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => plot.redraw());
}

// A custom property as the canvas takes it: light-dark() is only resolved on an element.
function colours(figure) {
  const probe = document.createElement("span");
  probe.hidden = true;
  figure.append(probe);
  return (name) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
}

function columns(lines, marks) {
  const places = [...Object.values(marks), ...Object.values(lines).flatMap((line) => line.map(([x]) => x))];
  const xs = [...new Set(places)].sort((a, b) => a - b);
  const found = [xs];
  for (const line of Object.values(lines)) {
    const at = new Map(line.map((figures) => [figures[0], figures]));
    for (const role of [3, 2, 1]) found.push(xs.map((x) => at.get(x)?.[role] ?? null));
  }
  return found;
}

function series(colour, lines) {
  const few = Object.values(lines).flat().length <= 60;
  const edge = { spanGaps: true, width: 0, points: { show: false } };
  const points = { show: few, size: 6, fill: () => colour("--accent") };
  return [edge, edge, { spanGaps: true, width: 2, stroke: () => colour("--accent"), points }];
}

function axes(colour, time) {
  const look = {
    stroke: () => colour("--ink-2"),
    font: "12px system-ui, sans-serif",
    grid: { stroke: () => colour("--rule"), width: 1 },
    ticks: { show: false },
  };
  const whole = (_, splits) => splits.map((value) => String(value).replace("-", "−"));
  const dates = (_, splits, __, ___, step) => splits.map((at) => (step < DAY_S ? clock : day).format(at * 1000));
  const below = { ...look, size: 30 };
  return [time ? { ...below, values: dates, space: 70 } : below, { ...look, size: 46, values: whole }];
}

function drawMarks(plot, marks, colour) {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = colour("--ink-2");
  ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
  ctx.font = `${12 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.textAlign = "left";
  let written = -Infinity;
  for (const [word, at] of Object.entries(marks).sort((a, b) => a[1] - b[1])) {
    const x = Math.round(plot.valToPos(at, "x", true));
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    if (x - written < 30 * devicePixelRatio) continue;
    ctx.fillText(word, x + 4 * devicePixelRatio, bbox.top + 12 * devicePixelRatio);
    written = x;
  }
  ctx.restore();
}

// What lies under the pointer, or nothing where it is elsewhere.
function sentence(plot, data, names, marks, unit) {
  const time = unit === "time";
  const { idx, left } = plot.cursor;
  if (idx == null || left < 0) return null;
  const x = data[0][idx];
  const place = time ? `${day.format(x * 1000)}, ${clock.format(x * 1000)} UTC` : `${unit} ${x}`;
  const begun = Object.keys(marks).filter((word) => marks[word] === x).map((word) => `${word} uploaded`);
  const said = names.flatMap((name, k) => figures(data.slice(ROLES * k + 1, ROLES * k + 4), idx, name));
  return [place, ...begun, ...said].join(" · ");
}

function figures([high, low, mid], idx, name) {
  if (mid[idx] == null) return [];
  const [at, least, most] = [mid, low, high].map((column) => figure(column[idx]));
  return [`${name}: ${at} (${least} to ${most})`];
}

function figure(value) {
  return (Math.abs(value) < 10 ? value.toFixed(2) : value.toFixed(0)).replace("-", "−");
}

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });
