import type { Provider } from '../../src/database/index.ts';
import type { Comparison } from './compare.ts';
import type { RowName } from './rows.ts';

type Ratio = number | Readonly<Record<Provider, number>>;

/** The most that the service may cost, as a ratio to the other servers. */
interface Target {
  readonly rows: readonly RowName[];
  readonly connections: number;
  readonly same: Ratio;
  readonly lean: Ratio;
  /** The least requests per second, as a ratio to the server with the same responses. */
  readonly perSecond?: Ratio;
}

/** Without a key, creates of the other servers are plain ones. */
const TARGETS: readonly Target[] = [
  { rows: ['lists', 'pages'], connections: 32, same: 1, lean: { sqlite: 1.1, postgresql: 1.2 } },
  { rows: ['lists', 'pages'], connections: 1, same: 1.3, lean: 1.5 },
  {
    rows: ['get'],
    connections: 32,
    same: { sqlite: 0.9, postgresql: 0.8 },
    lean: { sqlite: 1.5, postgresql: 1.3 },
  },
  {
    rows: ['idempotent'],
    connections: 32,
    same: { sqlite: 0.5, postgresql: 1.2 },
    lean: { sqlite: 0.6, postgresql: 1.3 },
    perSecond: { sqlite: 3, postgresql: 1 },
  },
  { rows: ['real'], connections: 32, same: 0.8, lean: 1 },
  { rows: ['401', '400', '429', 'banned'], connections: 32, same: 1.1, lean: 1.8 },
];

const MOST_P99 = 1.1;
/** In µs of CPU per request, with 32 connections. */
const MOST_FOR_REDIS = { connections: 32, microseconds: 25 };

/** What was measured beside its target, as the cells of a table. */
export function judge(database: Provider, comparison: Comparison): string[] | undefined {
  const { name, row, connections, service, same, lean } = comparison;
  const target = TARGETS.find((one) => one.rows.includes(name) && one.connections === connections);
  if (!target) return undefined;
  const of = (ratio: Ratio) => (typeof ratio === 'number' ? ratio : ratio[database]);
  return [
    row,
    String(connections),
    atMost(service.cpuMicroseconds / same.cpuMicroseconds, of(target.same)),
    atMost(service.cpuMicroseconds / lean.cpuMicroseconds, of(target.lean)),
    atMost(service.p99Ms / same.p99Ms, MOST_P99),
    target.perSecond ? atLeast(service.perSecond / same.perSecond, of(target.perSecond)) : '',
  ];
}

/** The columns of `judge`. */
export const JUDGED = [
  '',
  'connections',
  'CPU × same',
  'CPU × lean',
  'p99 × same',
  'requests/s × same',
];

/** @param microseconds what counting in Redis costs */
export function judgeRedis(connections: number, microseconds: number): string {
  if (connections !== MOST_FOR_REDIS.connections) return microseconds.toFixed(0);
  return atMost(microseconds, MOST_FOR_REDIS.microseconds, 0);
}

function atMost(value: number, most: number, digits = 2): string {
  return `${value.toFixed(digits)} ≤ ${most.toFixed(digits)}: ${value <= most ? 'ok' : 'over'}`;
}

function atLeast(value: number, least: number): string {
  return `${value.toFixed(2)} ≥ ${least.toFixed(2)}: ${value >= least ? 'ok' : 'under'}`;
}
