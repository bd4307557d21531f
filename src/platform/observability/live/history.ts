// What the metrics were during the last hour: the lines of all plots, in memory.

import type { MetricObjectWithValues, MetricValueWithName, Registry } from '@prometheus-io/client';
import { type Lines, PLOTS, QUANTILES } from './plots.ts';

/** An hour, at 50 lines about 0.3 MB. */
const MAX_SAMPLES = 720;
/**
 * Of a plot. The label with the most values, the code of an error, has about 30; further lines
 * would be left out.
 */
const MAX_LINES = 40;

/** A line of a plot: a value for each time, null where there was none. */
export interface Line {
  readonly name: string;
  readonly values: (number | null)[];
}

/** Times are monotonic. */
export interface History {
  /** Adds what the metrics are now. @param seconds the time */
  sample(seconds: number): Promise<void>;
  /**
   * All that was sampled after a time. After one that has not come yet, everything: the time of day
   * was ahead when it was shown.
   */
  since(seconds: number): {
    readonly times: readonly number[];
    readonly plots: readonly { readonly lines: readonly Line[] }[];
  };
}

type Sample = MetricValueWithName<string>;

/** The sums of samples: by the bound of its bucket for a histogram, else `count` alone. */
type Totals = ReadonlyMap<string, number>;

/** The totals of each line of a metric, by the name of the line. */
type Measured = ReadonlyMap<string, Totals>;

const COUNT = 'count';
const NOTHING: Totals = new Map();

export function createHistory(registry: Registry): History {
  const times: number[] = [];
  const plots = PLOTS.map(() => new Map<string, Line>());
  /** What was measured before, by metric and label. */
  let before: ReadonlyMap<string, Measured> | undefined;

  return {
    async sample(seconds) {
      const elapsed = seconds - (times.at(-1) ?? seconds);
      const metrics = await readAll(registry);
      const now = new Map<string, Measured>();
      const found = PLOTS.map(({ lines }) => {
        const values = new Map<string, number | null>();
        for (const one of lines) {
          const key = `${one.metric} ${one.by}`;
          const measured = now.get(key) ?? measure(metrics.get(one.metric) ?? [], one.by);
          now.set(key, measured);
          for (const [label, totals] of measured) {
            // A line that is new has counted from 0.
            const earlier = before && (before.get(key)?.get(label) ?? NOTHING);
            values.set(one.name ?? label, shownValue(one, totals, earlier, elapsed));
          }
        }
        return values;
      });
      before = now;
      add(seconds, found);
    },
    since(seconds) {
      const first = times.findIndex((time) => time > seconds);
      const isFuture = seconds > (times.at(-1) ?? 0);
      const start = first === -1 && !isFuture ? times.length : Math.max(0, first);
      const cut = ({ name, values }: Line) => ({ name, values: values.slice(start) });
      return {
        times: times.slice(start),
        plots: plots.map((lines) => ({ lines: [...lines.values()].map(cut) })),
      };
    },
  };

  function add(seconds: number, found: readonly ReadonlyMap<string, number | null>[]) {
    times.push(seconds);
    for (const [index, lines] of plots.entries()) {
      const values = found[index] ?? new Map();
      for (const name of values.keys()) {
        if (lines.has(name) || lines.size >= MAX_LINES) continue;
        lines.set(name, { name, values: times.slice(1).map(() => null) });
      }
      for (const line of lines.values()) {
        line.values.push(values.get(line.name) ?? null);
        if (line.values.length > MAX_SAMPLES) line.values.shift();
      }
    }
    if (times.length > MAX_SAMPLES) times.shift();
  }
}

/** The samples of all metrics by name, read at once, since some metrics are set by others. */
async function readAll(registry: Registry): Promise<ReadonlyMap<string, readonly Sample[]>> {
  const metrics = (await registry.getMetricsAsJSON()) as MetricObjectWithValues<Sample>[];
  return new Map(metrics.map(({ name, values }) => [name, values]));
}

/** @param by the label of which each value is a line; without it, all samples are one */
function measure(samples: readonly Sample[], by: string | undefined): Measured {
  const lines = new Map<string, Map<string, number>>();
  for (const { metricName, labels, value } of samples) {
    if (metricName?.endsWith('_sum')) continue;
    const line = by === undefined ? '' : String(labels[by]);
    const totals = lines.get(line) ?? new Map<string, number>();
    lines.set(line, totals);
    const bound = labels.le === undefined ? COUNT : String(labels.le);
    totals.set(bound, (totals.get(bound) ?? 0) + value);
  }
  return lines;
}

function shownValue(
  { shows }: Lines,
  now: Totals,
  before: Totals | undefined,
  elapsed: number,
): number | null {
  const total = now.get(COUNT) ?? 0;
  if (shows === 'value') return rounded(total);
  if (!before || elapsed <= 0) return null;
  const increase = total - (before.get(COUNT) ?? 0);
  if (shows === 'increase') return rounded(increase);
  if (shows === 'rate') return rounded(increase / elapsed);
  return rounded(quantile(QUANTILES[shows], now, before));
}

/**
 * A quantile of what came into a histogram between two samples, as Prometheus estimates it; null
 * if nothing did.
 *
 * @see https://prometheus.io/docs/prometheus/latest/querying/functions/#histogram_quantile
 */
function quantile(share: number, now: Totals, before: Totals): number | null {
  const rank = share * ((now.get(COUNT) ?? 0) - (before.get(COUNT) ?? 0));
  if (rank === 0) return null;
  let lower = { bound: 0, count: 0 };
  // A histogram lists its buckets in ascending order, the one without a bound last.
  for (const [text, total] of now) {
    const bucket = { bound: Number(text), count: total - (before.get(text) ?? 0) };
    if (Number.isNaN(bucket.bound)) break;
    if (bucket.count >= rank) {
      const within = (rank - lower.count) / (bucket.count - lower.count);
      return lower.bound + (bucket.bound - lower.bound) * within;
    }
    lower = bucket;
  }
  return lower.bound;
}

/** Four digits are more than a plot shows. */
function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(4));
}
