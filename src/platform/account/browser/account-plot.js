// The plot of the account page: a bar for each day, of requests to each operation, and of those
// that got 4xx and 5xx.

import UPlot from 'uplot';
import { element } from '../../pages/browser/elements.js';
import { axisAt, createPlot } from '../../pages/browser/plot.js';

/** How many operations have a colour of their own; the others share one. */
const MOST_USED = 4;
const COLORS = ['--blue', '--green', '--purple', '--cyan', '--quiet'];
const HEIGHT = 260;

/**
 * Draws the plot, and its legend.
 *
 * @param place the element of the plot
 * @param legend the list of its colours
 * @param days the days of the plot, oldest first
 * @param rows day, operation, and counts as bigints
 * @returns what removes it
 */
export function drawPlot({ place, legend, days, rows }) {
  const parts = partsOf(days, rows);
  const swatches = parts.map(({ color }) => {
    const swatch = element('span.swatch');
    swatch.style.color = `var(${color})`;
    return swatch;
  });
  legend.replaceChildren(...parts.map(({ name }, i) => element('li', swatches[i], name)));
  const data = stacked(parts, days);
  const plot = createPlot(place, HEIGHT, () => {
    const colors = swatches.map((swatch) => getComputedStyle(swatch).color);
    return { options: optionsFor({ place, parts, days, colors }), data };
  });
  plot.draw();
  return plot.remove;
}

/** What a bar consists of, from its bottom: the name, colour and values of each part. */
function partsOf(days, rows) {
  const sums = new Map();
  for (const { operation, requests } of rows) {
    sums.set(operation, (sums.get(operation) ?? 0) + Number(requests));
  }
  const names = [...sums].sort(([, one], [, other]) => other - one).map(([name]) => name);
  const own = new Set(names.slice(0, MOST_USED));
  const parts = [...own, ...(names.length > own.size ? ['other operations'] : [])].map(
    (name, i) => ({ name, color: COLORS[i], values: days.map(() => 0) }),
  );
  const errors = [
    { name: '4xx', color: '--client-error', values: days.map(() => 0) },
    { name: '5xx', color: '--server-error', values: days.map(() => 0) },
  ];
  for (const { day, operation, requests, clientErrors, serverErrors } of rows) {
    const i = days.indexOf(day);
    const name = own.has(operation) ? operation : 'other operations';
    const part = parts.find((one) => one.name === name);
    part.values[i] += Number(requests - clientErrors - serverErrors);
    errors[0].values[i] += Number(clientErrors);
    errors[1].values[i] += Number(serverErrors);
  }
  return [...parts, ...errors];
}

/** The tops of the parts of each bar, the highest first, so that the lower ones cover it. */
function stacked(parts, days) {
  const tops = [];
  for (const { values } of parts) {
    const below = tops.at(-1) ?? days.map(() => 0);
    tops.push(values.map((value, i) => below[i] + value));
  }
  return [days.map((_, i) => i), ...tops.reverse()];
}

function optionsFor({ place, parts, days, colors }) {
  const axis = axisAt(place, 0.2);
  const bars = UPlot.paths.bars({ size: [0.7, 40] });
  return {
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: [-0.6, days.length - 0.4] },
      y: { range: (_, __, max) => [0, Math.max(1, max * 1.05)] },
    },
    axes: [
      // As in `11-21`.
      { ...axis, values: (_, ticks) => ticks.map((i) => days[i]?.slice('2026-'.length) ?? '') },
      { ...axis, size: 64, incrs: [1, 2, 5, 10, 20, 50, ...powers()] },
    ],
    series: [
      {},
      ...parts.toReversed().map(({ name }, i) => {
        const fill = colors[parts.length - 1 - i];
        return { label: name, fill, stroke: fill, width: 0, paths: bars, points: { show: false } };
      }),
    ],
  };
}

/** Round steps of an axis, however much there is. */
function powers() {
  return Array.from({ length: 13 }, (_, i) => [1, 2, 5].map((one) => one * 10 ** (i + 2))).flat();
}
