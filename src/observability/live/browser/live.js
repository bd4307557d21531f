// The page for operators: asks for what is new, and draws it. All of it comes from this instance.

import uPlot from 'uplot';

/** An hour. */
const SPAN_SECONDS = 3_600;
const HEIGHT = 170;
/** Told apart also by those who see few colours: from Okabe and Ito, for both schemes. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#8c8c8c'];
/** Worst last, as classes of status have them. */
const COLOUR_OF = { '2xx': '#009e73', '3xx': '#56b4e9', '4xx': '#e69f00', '5xx': '#d55e00' };

const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const FORMATS = {
  'per second': (value) => short.format(value),
  seconds: (value) =>
    value < 1 ? `${short.format(value * 1_000)} ms` : `${short.format(value)} s`,
  bytes: (value) => `${short.format(value / 1e6)} MB`,
  count: (value) => short.format(value),
};

const dark = matchMedia('(prefers-color-scheme: dark)');
const times = [];
/** By title. */
const plots = new Map();
let intervalSeconds = 5;
/** When the process began. */
let start;

function drawAnew() {
  for (const plot of plots.values()) plot.draw({ anew: true });
}

dark.addEventListener('change', drawAnew);
addEventListener('resize', drawAnew);

/** Adds what is new, and asks again after the interval. */
async function update() {
  try {
    const response = await fetch(`live.json?after=${times.at(-1) ?? 0}`);
    if (!response.ok) throw new Error(`the instance responds with ${response.status}`);
    const state = await response.json();
    // Another process has begun anew.
    if (start !== undefined && start !== state.instance.startSeconds) location.reload();
    start = state.instance.startSeconds;
    ({ intervalSeconds } = state);
    showInstance(state.instance);
    showProblems(state.problems);
    add(state);
  } catch (error) {
    showProblems([{ text: `No news from this instance: ${error.message}.` }]);
  }
  setTimeout(update, intervalSeconds * 1_000);
}

function showInstance({ host, process, version, revision, node_version: node, startSeconds }) {
  const since = new Date(startSeconds * 1_000).toLocaleString();
  document.title = `${host} · Live`;
  document.getElementById('instance').textContent =
    `${host}, process ${process}, version ${version} (${revision}) on Node ${node}, since ${since}`;
}

function showProblems(problems) {
  const lines = problems.map(({ text, section }) => {
    const line = element('p', text + (section ? ` See “${section}” in OPERATIONS.md.` : ''));
    line.className = 'problem';
    return line;
  });
  if (lines.length === 0) lines.push(element('p', 'This instance is ready.'));
  const place = document.getElementById('problems');
  // A screen reader says only what has changed.
  const shown = lines.map(({ textContent }) => textContent).join('\n');
  if (place.dataset.shown === shown) return;
  place.dataset.shown = shown;
  place.replaceChildren(...lines);
}

function add({ times: newer, plots: found }) {
  const count = times.length;
  times.push(...newer);
  const first = times.findIndex((time) => time > times.at(-1) - SPAN_SECONDS);
  times.splice(0, first);
  for (const { title, unit, lines } of found) {
    if (lines.length === 0) continue;
    if (!plots.has(title)) plots.set(title, createPlot(title, unit));
    plots.get(title).add(lines, count, first);
  }
}

function createPlot(title, unit) {
  const format = FORMATS[unit];
  /** The values of each line, by its name: as many as there are times. */
  const values = new Map();
  let chart;

  const section = element('section');
  section.className = 'plot';
  const heading = element('h2', title);
  const unitText = element('span', unit === 'per second' ? ` ${unit}` : '');
  unitText.className = 'unit';
  heading.append(unitText);
  const drawing = element('div');
  drawing.className = 'chart';
  // The table below says the same.
  drawing.setAttribute('aria-hidden', 'true');
  const details = element('details');
  const table = element('div');
  table.className = 'table';
  details.append(element('summary', 'As a table'), table);
  details.addEventListener('toggle', showTable);
  section.append(heading, drawing, details);
  document.getElementById('plots').append(section);

  return {
    add(lines, count, dropped) {
      const names = [...values.keys()].join();
      for (const { name, values: newer } of lines) {
        const known = values.get(name) ?? Array(count).fill(null);
        known.push(...newer);
        known.splice(0, dropped);
        values.set(name, known);
      }
      this.draw({ anew: names !== [...values.keys()].join() });
      showTable();
    },
    draw({ anew }) {
      const data = [times, ...shownLines().map(([, line]) => line)];
      if (chart && !anew && chart.series.length === data.length) return chart.setData(data);
      chart?.destroy();
      drawing.replaceChildren();
      chart = new uPlot(optionsFor(drawing.clientWidth), data, drawing);
    },
  };

  /** Lines that were never anything but nothing, such as errors that never happened, are left out. */
  function shownLines() {
    const lines = [...values].filter(([, line]) => line.some((value) => value));
    return lines.length > 0 ? lines : [...values].slice(0, 1);
  }

  function optionsFor(width) {
    const ink = dark.matches ? '#9fada7' : '#54625c';
    const grid = { stroke: dark.matches ? '#2b3632' : '#dfe6e3', width: 1 };
    const axis = { stroke: ink, grid, ticks: grid };
    return {
      width,
      height: HEIGHT,
      series: [
        {},
        ...shownLines().map(([label], index) => ({
          label: label || title,
          stroke: COLOUR_OF[label] ?? COLOURS[index % COLOURS.length],
          width: 1.5,
          value: (_chart, value) => (value === null ? '–' : format(value)),
        })),
      ],
      axes: [axis, { ...axis, size: 64, values: (_chart, ticks) => ticks.map(format) }],
      scales: { y: { range: (_chart, _least, most) => [0, most > 0 ? most * 1.1 : 1] } },
      cursor: { sync: { key: 'time' } },
    };
  }

  function showTable() {
    if (!details.open) return;
    const rows = [...values].map(([name, line]) => {
      const known = line.filter((value) => value !== null);
      const sum = known.reduce((total, value) => total + value, 0);
      const facts =
        known.length === 0 ? [] : [known.at(-1), Math.max(...known), sum / known.length];
      const row = element('tr', element('th', name || title));
      row.firstChild.scope = 'row';
      row.append(...facts.map((value) => element('td', format(value))));
      return row;
    });
    const head = element('tr');
    for (const name of ['Line', 'Now', 'Most', 'Average']) head.append(element('th', name));
    table.replaceChildren(element('table', element('thead', head), element('tbody', ...rows)));
  }
}

function element(name, ...content) {
  const created = document.createElement(name);
  created.append(...content);
  return created;
}

await update();
