import type { Provider } from '../../src/database/index.ts';
import type { Comparison, Effort } from './measure.ts';

type OfBoth = Readonly<Record<'service' | 'bare', number>>;

export interface DatabaseReport {
  readonly database: Provider;
  readonly comparisons: readonly Comparison[];
  readonly startMs: OfBoth;
  readonly peakMegabytes: OfBoth;
  readonly growth: readonly Comparison[];
}

export interface Report extends Effort {
  readonly databases: readonly DatabaseReport[];
  readonly limitStepCpuMicroseconds: number;
}

/** The report as Markdown. Each figure is of the form: service / bare server = ratio. */
export function toMarkdown(report: Report): string {
  return [
    `Medians of ${report.rounds} rounds of ${report.seconds} s.`,
    ...report.databases.flatMap(describeDatabase),
    `The limit step alone: ${report.limitStepCpuMicroseconds.toFixed(1)} µs of CPU per request.`,
  ].join('\n\n');
}

function describeDatabase(report: DatabaseReport) {
  const { database, comparisons, startMs, peakMegabytes, growth } = report;
  return [
    `### ${database}`,
    table(
      ['', 'animals', 'connections', 'CPU µs', 'requests/s', 'p50 ms', 'p99 ms'],
      [...comparisons, ...growth].map(({ row, animals, connections, service, bare }) => [
        row,
        animals.toLocaleString('en'),
        String(connections),
        against(service.cpuMicroseconds, bare.cpuMicroseconds, 0),
        against(service.perSecond, bare.perSecond, 0),
        against(service.p50Ms, bare.p50Ms, 2),
        against(service.p99Ms, bare.p99Ms, 2),
      ]),
    ),
    table(
      ['', 'service'],
      [
        ['start to first response, ms', against(startMs.service, startMs.bare, 0)],
        ['peak memory, MB', against(peakMegabytes.service, peakMegabytes.bare, 0)],
      ],
    ),
  ];
}

function against(service: number, bare: number, digits: number): string {
  return `${service.toFixed(digits)} / ${bare.toFixed(digits)} = ${(service / bare).toFixed(2)}`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_cell, i) => (i === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map(line).join('\n');
}
