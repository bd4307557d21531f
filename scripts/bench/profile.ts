import { readFile } from 'node:fs/promises';
import type { Profiler } from 'node:inspector';
import { join } from 'node:path';
import { createTemporaryFolder } from '../testbed/temporary-folder.ts';
import type { Effort } from './compare.ts';
import { load } from './load.ts';
import { startPair } from './pair.ts';
import { table } from './report.ts';
import type { RowName } from './rows.ts';
import type { StorePair } from './stores.ts';

const MIN_SHARE = 0.005;
/** Not the bundle, which no longer shows which package a function belongs to. */
const SOURCE = 'src/server.ts';

/** Shows by layer where the time goes while the service serves one row. @returns a Markdown table */
export async function profile(
  store: StorePair,
  row: RowName,
  connections: number,
  { seconds }: Effort,
): Promise<string> {
  const folder = await createTemporaryFolder();
  const file = join(folder.path, 'profile.json');
  const { service, rows, stop } = await startPair(store, SOURCE);
  const { requests } = rows[row];
  // A warm-up, so that the profile shows optimised code.
  await load(service.port, requests, connections, seconds);
  await service.startProfile();
  const { latenciesMs } = await load(service.port, requests, connections, seconds);
  await service.stopProfile(file);
  await stop();
  const profiled = JSON.parse(await readFile(file, 'utf8')) as Profiler.Profile;
  await folder.remove();
  return describe(profiled, latenciesMs.length);
}

function describe(profiled: Profiler.Profile, requests: number): string {
  const layers = new Map<string, number>();
  const nodes = new Map(profiled.nodes.map((node) => [node.id, layerOf(node.callFrame)]));
  for (const [i, id] of (profiled.samples ?? []).entries()) {
    const layer = nodes.get(id) ?? '';
    layers.set(layer, (layers.get(layer) ?? 0) + (profiled.timeDeltas?.[i] ?? 0));
  }
  // Idle time costs nothing, and the other is the profiler itself.
  for (const layer of ['(idle)', 'dispatch (no file)']) layers.delete(layer);
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
