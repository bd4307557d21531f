import type { Provider } from '../../src/database/index.ts';
import type { Comparison } from './compare.ts';
import type { GrowthReport } from './growth.ts';
import type { InstancesReport } from './instances.ts';
import type { Effort, Figures } from './measure.ts';
import { type OfEach, SERVER_NAMES } from './servers.ts';
import { table } from './table.ts';
import { JUDGED, judge, judgeRedis } from './targets.ts';
import type { RedisComparison } from './with-redis.ts';

export interface DatabaseReport {
  readonly database: Provider;
  readonly comparisons: readonly Comparison[];
  readonly startMs: OfEach<number>;
  readonly peakMegabytes: OfEach<number>;
  readonly redis: readonly RedisComparison[];
  readonly instances: InstancesReport | undefined;
  readonly growth: readonly GrowthReport[];
}

export interface Report extends Effort {
  readonly databases: readonly DatabaseReport[];
  readonly limitStepCpuMicroseconds: number;
}

/** The report as Markdown. */
export function toMarkdown(report: Report): string {
  return [
    `Medians of ${report.rounds} rounds of ${report.seconds} s.`,
    ...report.databases.flatMap(describeDatabase),
    `The limit step alone: ${report.limitStepCpuMicroseconds.toFixed(1)} µs of CPU per request.`,
  ].join('\n\n');
}

function describeDatabase(report: DatabaseReport): string[] {
  const { database, comparisons, startMs, peakMegabytes } = report;
  const judged = comparisons.map((comparison) => judge(database, comparison));
  return [
    `### ${database}`,
    'The service / the same responses / their bodies only:',
    table(COLUMNS, comparisons.map(describeComparison)),
    table(
      JUDGED,
      judged.filter((cells) => cells !== undefined),
    ),
    table(
      ['', 'service / same / lean'],
      [
        ['start to first response, ms', ofEach(startMs, 0)],
        ['peak memory, MB', ofEach(peakMegabytes, 0)],
      ],
    ),
    ...describeOthers(report),
  ];
}

const COLUMNS = [
  ...['', 'connections', 'CPU µs', '× same', '× lean', 'database CPU µs'],
  ...['requests/s', 'p50 ms', 'p99 ms'],
];

function describeComparison(comparison: Comparison): string[] {
  const { row, connections, service, same, lean } = comparison;
  const figure = (name: keyof Figures, digits: number) =>
    ofEach({ service: service[name], same: same[name], lean: lean[name] }, digits);
  return [
    row,
    String(connections),
    figure('cpuMicroseconds', 0),
    (service.cpuMicroseconds / same.cpuMicroseconds).toFixed(2),
    (service.cpuMicroseconds / lean.cpuMicroseconds).toFixed(2),
    Number.isNaN(service.databaseCpuMicroseconds) ? '' : figure('databaseCpuMicroseconds', 0),
    figure('perSecond', 0),
    figure('p50Ms', 2),
    figure('p99Ms', 2),
  ];
}

function ofEach(values: OfEach<number>, digits: number): string {
  return SERVER_NAMES.map((name) => values[name].toFixed(digits)).join(' / ');
}

function describeOthers({ redis, instances, growth }: DatabaseReport): string[] {
  const ofRedis = redis.flatMap(({ connections, without, with: counting }) => {
    const difference = counting.cpuMicroseconds - without.cpuMicroseconds;
    return [
      ['in memory', String(connections), ...describe(without), ''],
      ['in Redis', String(connections), ...describe(counting), judgeRedis(connections, difference)],
    ];
  });
  const ofInstances = instances && [
    ['1', ...describe(instances.alone)],
    [String(instances.count), ...describe(instances.together)],
  ];
  const ofGrowth = growth.flatMap(({ row, connections, small, large }) => [
    [`${row}, small`, String(connections), ...describe(small)],
    [`${row}, large`, String(connections), ...describe(large)],
  ]);
  return [
    ...(redis.length ? [table(['real mix', 'connections', ...FIGURES, 'more µs'], ofRedis)] : []),
    ...(ofInstances ? [table(['instances', ...FIGURES], ofInstances)] : []),
    ...(growth.length ? [table(['', 'connections', ...FIGURES], ofGrowth)] : []),
  ];
}

const FIGURES = [
  ...['CPU µs', 'database CPU µs', 'Redis CPU µs', 'requests/s', 'p50 ms', 'p99 ms'],
];

function describe(figures: Figures): string[] {
  const whole = (value: number) => (Number.isNaN(value) ? '' : value.toFixed(0));
  return [
    whole(figures.cpuMicroseconds),
    whole(figures.databaseCpuMicroseconds),
    whole(figures.redisCpuMicroseconds),
    whole(figures.perSecond),
    figures.p50Ms.toFixed(2),
    figures.p99Ms.toFixed(2),
  ];
}
