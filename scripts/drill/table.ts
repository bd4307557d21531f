import type { Report } from './judge.ts';

const HEADINGS = [
  'fault',
  'requests',
  '2xx',
  '503',
  'other',
  'no response',
  'slowest',
  'recovery',
  'lost',
  'doubled',
  'log lines/s',
];

/** A report as the cells of a row. */
function cells(report: Report): string[] {
  const counts = { '2xx': 0, '503': 0, '0': 0, other: 0 };
  for (const [status, count] of Object.entries(report.statuses)) {
    if (status.startsWith('2')) counts['2xx'] += count;
    else if (status === '503' || status === '0') counts[status] += count;
    else counts.other += count;
  }
  const figures = [report.requests, counts['2xx'], counts['503'], counts.other, counts[0]];
  const times = [report.slowestMs, report.recoveryMs].map((ms) => `${(ms / 1_000).toFixed(2)} s`);
  const found = [report.lost, report.twice + report.contradictions, report.logLines];
  return [report.fault, ...figures.map(String), ...times, ...found.map(String)];
}

/** A table of what callers saw, with what was not as expected below it. */
export function tableOf(reports: readonly Report[]): string {
  const rows = [HEADINGS, ...reports.map(cells)];
  const widths = HEADINGS.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row
      // The names on the left, figures on the right.
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  '),
  );
  const broken = reports.flatMap(({ fault, broken }) => broken.map((text) => `${fault}: ${text}`));
  return [...lines, ...(broken.length > 0 ? ['', ...broken] : [])].join('\n');
}
