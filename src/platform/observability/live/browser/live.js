// The page for operators: asks for what is new, and draws it. All of it comes from this instance.

import { element } from '../../../pages/browser/elements.js';
import { axisAt, createPlot } from '../../../pages/browser/plot.js';

/** An hour. */
const SPAN_SECONDS = 3_600;
const HEIGHT = 170;
/** An instance that hangs accepts a connection and does not respond. */
const TIMEOUT_MS = 10_000;
/**
 * Told apart also by those who see few colours: from Okabe and Ito, with a contrast of 3 to the
 * paper of both schemes.
 */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#c5709f', '#b87f00', '#8c8c8c'];
/** The colours of classes of status. */
const COLOUR_OF = { '2xx': '#009e73', '3xx': '#8c8c8c', '4xx': '#b87f00', '5xx': '#d55e00' };

const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const FORMATS = {
  'per second': (value) => short.format(value),
  seconds: (value) =>
    value < 1 ? `${short.format(value * 1_000)} ms` : `${short.format(value)} s`,
  bytes: (value) => `${short.format(value / 1e6)} MB`,
  count: (value) => short.format(value),
};

const MINUTE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const SECOND = { ...MINUTE, second: '2-digit' };
const minuteFormat = new Intl.DateTimeFormat('en-CA', MINUTE);
const secondFormat = new Intl.DateTimeFormat('en-CA', SECOND);
/** Names the zone, since the log is in UTC. */
const dayFormat = new Intl.DateTimeFormat('en-CA', {
  ...SECOND,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  timeZoneName: 'short',
});

const times = [];
/** By title. */
const plots = new Map();
let intervalSeconds = 5;
/** When the process began. */
let start;

/** Adds what is new, and asks again after the interval. */
async function update() {
  try {
    const response = await fetch(`live.json?after=${times.at(-1) ?? 0}`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`the instance responds with ${response.status}`);
    const state = await response.json();
    // Another process has begun anew, or the clock of this one was set, and with it all times.
    if (start !== undefined && start !== state.instance.startSeconds) location.reload();
    start = state.instance.startSeconds;
    ({ intervalSeconds } = state);
    showInstance(state.instance);
    showProblems(state.problems);
    add(state);
  } catch (error) {
    const since = times.length > 0 ? ` since ${secondFormat.format(times.at(-1) * 1_000)}` : '';
    const text = `There are no new values${since}: ${error.message}.`;
    showProblems([{ text, section: 'What to do about an alert' }]);
  }
  setTimeout(update, intervalSeconds * 1_000);
}

function showInstance({ host, process, version, revision, node_version: node, startSeconds }) {
  const since = dayFormat.format(startSeconds * 1_000);
  document.title = `${host} · Live`;
  document.getElementById('instance').textContent =
    `${host}, process ${process}, version ${version} (${revision}) on Node ${node}, since ${since}`;
}

function showProblems(problems) {
  const lines = problems.map(({ text, section }) => {
    const where = section ? ` See “${section}” in OPERATIONS.md.` : '';
    return element('p.problem', text + where);
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
    // In the order of the instance, also if a plot has no line yet.
    if (!plots.has(title)) plots.set(title, addPlot(title, unit));
    if (lines.length > 0) plots.get(title).add(lines, count, first);
  }
}

function addPlot(title, unit) {
  const format = FORMATS[unit];
  /** The values of each line, by its name: as many as there are times. */
  const values = new Map();
  /** The colour of each line that was shown, which it keeps while others come. */
  const colours = new Map();
  const unitText = element('span.unit', unit === 'per second' ? ` ${unit}` : '');
  const drawing = element('div.chart');
  // The table below says the same.
  drawing.setAttribute('aria-hidden', 'true');
  const table = element('div.table');
  const details = element('details', element('summary', 'As a table'), table);
  details.addEventListener('toggle', showTable);
  const section = element('section.plot', element('h2', title, unitText), drawing, details);
  section.hidden = true;
  const plot = createPlot(drawing, HEIGHT, () => ({ options: options(), data: data() }));
  document.getElementById('plots').append(section);

  return {
    add(lines, count, dropped) {
      section.hidden = false;
      const names = [...values.keys()].join();
      for (const { name, values: newer } of lines) {
        const known = values.get(name) ?? Array(count).fill(null);
        known.push(...newer);
        known.splice(0, dropped);
        values.set(name, known);
      }
      if (names === [...values.keys()].join()) plot.setData(data());
      else plot.draw();
      showTable();
    },
  };

  function data() {
    return [times, ...shownLines().map(([, line]) => line)];
  }

  /** Lines that were never anything but nothing, such as errors that never happened, are left out. */
  function shownLines() {
    const lines = [...values].filter(([, line]) => line.some((value) => value));
    return lines.length > 0 ? lines : [...values].slice(0, 1);
  }

  function options() {
    const look = axisAt(drawing, 1);
    const axis = { ...look, ticks: look.grid };
    const timeAxis = {
      ...axis,
      space: 72,
      size: 32,
      // Those of uPlot go from one minute to five, which leaves a single time below six minutes.
      incrs: [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800],
      values: (_chart, ticks, _axis, _space, increment) => {
        const { format } = increment < 60 ? secondFormat : minuteFormat;
        return ticks.map((seconds) => format(seconds * 1_000));
      },
    };
    return {
      series: [
        { value: pointedAt((seconds) => secondFormat.format(seconds * 1_000)) },
        ...shownLines().map(([label]) => ({
          label: label || title,
          stroke: colourOf(label),
          width: 1.5,
          value: pointedAt(format),
          points: { filter: pointsOf },
        })),
      ],
      axes: [timeAxis, { ...axis, size: 64, values: (_chart, ticks) => ticks.map(format) }],
      scales: { y: { range: (_chart, _least, most) => [0, most > 0 ? most * 1.1 : 1] } },
      cursor: { sync: { key: 'time' } },
      // Otherwise the legend is empty until the pointer moves, or the next values come.
      hooks: { ready: [(chart) => chart.setLegend({ idx: null })] },
    };
  }

  function colourOf(label) {
    if (!colours.has(label)) {
      // By place, as far as the colours go: p99 has the same one in each plot.
      const few = values.size <= COLOURS.length;
      const index = few ? [...values.keys()].indexOf(label) : colours.size;
      colours.set(label, COLOUR_OF[label] ?? COLOURS[index % COLOURS.length]);
    }
    return colours.get(label);
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

/**
 * The values to draw as points. One between two that are missing, as while there are few requests,
 * has no line.
 */
function pointsOf(chart, series, areAllShown) {
  // uPlot then draws all.
  if (areAllShown) return null;
  const values = chart.data[series];
  const isMissing = (index) => (values[index] ?? null) === null;
  return [...values.keys()].filter(
    (index) => !isMissing(index) && isMissing(index - 1) && isMissing(index + 1),
  );
}

/** What a legend shows: the value under the pointer, or the last one. */
function pointedAt(format) {
  return (chart, pointed, index, at) => {
    const value = at === null ? chart.data[index].at(-1) : pointed;
    return value === null || value === undefined ? '–' : format(value);
  };
}

await update();
