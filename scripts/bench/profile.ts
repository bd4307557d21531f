import { readFile } from 'node:fs/promises';
import type { Profiler } from 'node:inspector';
import { join } from 'node:path';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { load } from './measure.ts';
import type { RowName } from './rows.ts';
import { startServers } from './servers.ts';
import type { Stores } from './stores.ts';
import { table } from './table.ts';

const MIN_SHARE = 0.005;
/** Not the bundle, which no longer shows which package a function belongs to. */
const SOURCE = 'src/server.ts';
const FILE = 'profile.json';

/** Shows by layer where the time goes while the service serves one row. @returns a Markdown table */
export async function profile(
  stores: Stores,
  row: RowName,
  connections: number,
  seconds: number,
): Promise<string> {
  const folder = await createTemporaryFolder();
  const to = [`--cpu-prof-dir=${folder.path}`, `--cpu-prof-name=${FILE}`];
  const flags = ['--cpu-prof', '--cpu-prof-interval=200', ...to];
  const { service, rows, stop } = await startServers(stores, { script: SOURCE, flags });
  // A warm-up, so that the profile shows optimised code.
  const subject = { servers: [service], row: rows[row], connections };
  await load(subject, seconds);
  const since = Number(process.hrtime.bigint() / 1_000n);
  const { latenciesMs } = await load(subject, seconds);
  await stop();
  const profiled = JSON.parse(await readFile(join(folder.path, FILE), 'utf8')) as Profiler.Profile;
  await folder.remove();
  return describe(profiled, since, latenciesMs.length);
}

/** @param since when the load began, in microseconds of the clock that V8 shares with this process */
function describe(profiled: Profiler.Profile, since: number, requests: number): string {
  const layers = new Map<string, number>();
  const nodes = new Map(profiled.nodes.map((node) => [node.id, layerOf(node.callFrame)]));
  let at = profiled.startTime;
  for (const [i, id] of (profiled.samples ?? []).entries()) {
    const time = profiled.timeDeltas?.[i] ?? 0;
    at += time;
    const layer = nodes.get(id) ?? '';
    if (at > since) layers.set(layer, (layers.get(layer) ?? 0) + time);
  }
  // Idle time costs nothing.
  layers.delete('(idle)');
  const total = [...layers.values()].reduce((sum, time) => sum + time, 0);
  const rows = [...layers]
    .filter(([, time]) => time / total >= MIN_SHARE)
    .sort(([, a], [, b]) => b - a)
    .map(([layer, time]) => [
      layer,
      (time / requests).toFixed(1),
      `${((100 * time) / total).toFixed(1)} %`,
    ]);
  return table(['layer', 'µs per request', 'share'], rows);
}

/** A package, a module of Node, or a file of the service. What has no file, such as C++ code, goes by its function's name. */
function layerOf({ url, functionName }: Profiler.Profile['nodes'][number]['callFrame']): string {
  const [, inPackage] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (inPackage) return inPackage;
  const [, own] = /\/((?:src|generated|scripts)\/.*)/.exec(url) ?? [];
  if (own) return own;
  if (url.startsWith('node:')) return url.split('/').slice(0, 2).join('/');
  return url === '' && !functionName.startsWith('(') ? `${functionName} (no file)` : functionName;
}
