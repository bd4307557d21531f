import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { Profiler } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Effort } from './compare.ts';
import { load } from './load.ts';
import { startPair } from './pair.ts';
import { table } from './report.ts';
import type { RowName } from './rows.ts';
import type { StorePair } from './stores.ts';

const LEAST_SHARE = 0.005;
/** In one piece, nothing would say any more which package a function is of. */
const SOURCE = 'src/server.ts';

/** Where the time of the service goes while it is loaded with one row, as a Markdown table by layer. */
export async function profile(
  store: StorePair,
  row: RowName,
  connections: number,
  { seconds }: Effort,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-profile-'));
  const file = join(folder, 'profile.json');
  const { service, rows, stop } = await startPair(store, SOURCE);
  const { requests } = rows[row];
  // Profiled is what runs for long: compiled and optimised.
  await load(service.port, requests, connections, seconds);
  await service.startProfile();
  const { latenciesMs } = await load(service.port, requests, connections, seconds);
  await service.stopProfile(file);
  await stop();
  const profiled = JSON.parse(await readFile(file, 'utf8')) as Profiler.Profile;
  await rm(folder, { recursive: true });
  return describe(profiled, latenciesMs.length);
}

function describe(profiled: Profiler.Profile, requests: number): string {
  const layers = new Map<string, number>();
  const nodes = new Map(profiled.nodes.map((node) => [node.id, layerOf(node.callFrame)]));
  for (const [i, id] of (profiled.samples ?? []).entries()) {
    const layer = nodes.get(id) ?? '';
    layers.set(layer, (layers.get(layer) ?? 0) + (profiled.timeDeltas?.[i] ?? 0));
  }
  // Nobody waits for the one, and the other is the profiler itself.
  for (const layer of ['(idle)', 'dispatch (no file)']) layers.delete(layer);
  const total = [...layers.values()].reduce((sum, time) => sum + time, 0);
  const rows = [...layers]
    .filter(([, time]) => time / total >= LEAST_SHARE)
    .sort(([, a], [, b]) => b - a)
    .map(([layer, time]) => [
      layer,
      (time / requests).toFixed(1),
      `${((100 * time) / total).toFixed(1)} %`,
    ]);
  return table(['layer', 'µs per request', 'share'], rows);
}

/** A package, a part of Node, or a file of the service. What has no file, being C++ or made at run time, is named by what it does. */
function layerOf({ url, functionName }: Profiler.Profile['nodes'][number]['callFrame']): string {
  const [, inPackage] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (inPackage) return inPackage;
  const [, own] = /\/((?:src|generated|scripts)\/.*)/.exec(url) ?? [];
  if (own) return own;
  if (url.startsWith('node:')) return url.split('/').slice(0, 2).join('/');
  return url === '' && !functionName.startsWith('(') ? `${functionName} (no file)` : functionName;
}
