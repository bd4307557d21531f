import type { Provider } from '../../src/database/index.ts';
import type { Comparison, Effort, Figures } from './measure.ts';
import { type OfEach, SERVER_NAMES } from './servers.ts';

export interface DatabaseReport {
  readonly database: Provider;
  readonly comparisons: readonly Comparison[];
  readonly startMs: OfEach<number>;
  readonly peakMegabytes: OfEach<number>;
  readonly growth: readonly Comparison[];
}

export interface Report extends Effort {
  readonly databases: readonly DatabaseReport[];
  readonly limitStepCpuMicroseconds: number;
}

/** The report as Markdown. Figures are of the service / the same responses / bodies only. */
export function toMarkdown(report: Report): string {
  return [
    `Medians of ${report.rounds} rounds of ${report.seconds} s. Service / same responses / bodies only:`,
    ...report.databases.flatMap(describeDatabase),
    `The limit step alone: ${report.limitStepCpuMicroseconds.toFixed(1)} µs of CPU per request.`,
  ].join('\n\n');
}

function describeDatabase(report: DatabaseReport) {
  const { database, comparisons, startMs, peakMegabytes, growth } = report;
  return [
    `### ${database}`,
    table(COLUMNS, [...comparisons, ...growth].map(describeComparison)),
    table(
      ['', ''],
      [
        ['start to first response, ms', ofEach(startMs, 0)],
        ['peak memory, MB', ofEach(peakMegabytes, 0)],
      ],
    ),
  ];
}

const COLUMNS = [
  ...['', 'animals', 'connections', 'CPU µs', '× same', '× lean', 'database CPU µs'],
  ...['requests/s', 'p50 ms', 'p99 ms'],
];

function describeComparison(comparison: Comparison): string[] {
  const { row, animals, connections, service, same, lean } = comparison;
  const figure = (name: keyof Figures, digits: number) =>
    ofEach({ service: service[name], same: same[name], lean: lean[name] }, digits);
  return [
    row,
    animals.toLocaleString('en'),
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

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_cell, i) => (i === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map(line).join('\n');
}
