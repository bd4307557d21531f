// Two files for operators that are made from the list of metrics: the dashboard for Grafana, and
// the table in OPERATIONS.md.

import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

const METRICS = 'deploy/metrics.yaml';
const DASHBOARD = 'deploy/dashboard.json';
const OPERATIONS = 'OPERATIONS.md';
const TABLE_HEAD = '| Metric | Labels | Shows |\n| --- | --- | --- |\n';

/** A graph of the dashboard. */
interface Panel {
  readonly title: string;
  /** Grafana's name of the unit. */
  readonly unit: string;
  /** PromQL by the legend of its lines, in which `{{name}}` is the value of a label. */
  readonly queries: Readonly<Record<string, string>>;
  /** The alerts in deploy/alerts.yaml about the same metric. */
  readonly alerts?: readonly string[];
}

interface Metric {
  readonly name: string;
  readonly labels: readonly string[];
  /** In Markdown. */
  readonly shows: string;
  readonly panels?: readonly Panel[];
}

export async function readMetrics(): Promise<readonly Metric[]> {
  return parse(await readFile(METRICS, 'utf8'));
}

/** @returns the text of each file, by its path */
export async function observabilityFiles(): Promise<Record<string, string>> {
  const metrics = await readMetrics();
  return {
    [DASHBOARD]: `${JSON.stringify(dashboard(metrics), null, 2)}\n`,
    [OPERATIONS]: withTable(await readFile(OPERATIONS, 'utf8'), metrics),
  };
}

/** Replaces the rows of the table of metrics. */
function withTable(document: string, metrics: readonly Metric[]): string {
  const [before, rest] = document.split(TABLE_HEAD);
  if (rest === undefined) throw new Error(`${OPERATIONS} has no table that begins: ${TABLE_HEAD}`);
  const rows = metrics.map(({ name, labels, shows }) => {
    const names = labels.map((label) => ` \`${label}\``).join(',');
    return `| \`${name}\` |${names} | ${shows} |\n`;
  });
  return `${before}${TABLE_HEAD}${rows.join('')}${rest.replace(/^(?:\|.*\n)*/, '')}`;
}

const DATASOURCE = { type: 'prometheus', uid: '$datasource' };
const COLUMNS = 3;
/** Grafana divides a row into 24 parts. */
const WIDTH = 24 / COLUMNS;
const HEIGHT = 8;

/** @see Grafana's "Dashboard JSON model" */
function dashboard(metrics: readonly Metric[]) {
  const panels = metrics.flatMap((metric) => metric.panels ?? []);
  return {
    title: 'Animal Store',
    uid: 'animal-store',
    tags: ['animal-store'],
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    templating: { list: variables() },
    panels: panels.map(graph),
  };
}

function variables() {
  return [
    { name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus' },
    {
      name: 'instance',
      label: 'Instances',
      type: 'query',
      datasource: DATASOURCE,
      query: 'label_values(animal_store_build_info, instance)',
      // Update the list of instances whenever the time range changes.
      refresh: 2,
      multi: true,
      includeAll: true,
      allValue: '.*',
      current: { text: 'All', value: '$__all' },
    },
    {
      name: 'operations',
      label: 'Address of OPERATIONS.md',
      type: 'textbox',
      query: OPERATIONS,
      current: { text: OPERATIONS, value: OPERATIONS },
    },
  ];
}

function graph({ title, unit, queries, alerts = [] }: Panel, index: number) {
  return {
    id: index + 1,
    title,
    type: 'timeseries',
    datasource: DATASOURCE,
    gridPos: {
      x: (index % COLUMNS) * WIDTH,
      y: Math.floor(index / COLUMNS) * HEIGHT,
      w: WIDTH,
      h: HEIGHT,
    },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    links: alerts.map((alert) => ({
      title: alert,
      url: `$operations#${alert.toLowerCase()}`,
      targetBlank: true,
    })),
    targets: Object.entries(queries).map(([legendFormat, expr], target) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + target),
      datasource: DATASOURCE,
      expr,
      legendFormat,
    })),
  };
}
