import { openPipeline, type PipelinedResponse } from '../testbed/pipeline.ts';
import type { Row } from './rows.ts';
import type { OfEach, Servers } from './servers.ts';

/** How many requests of a row are compared. */
const COMPARED = 120;

/**
 * Compares the responses to the first requests of a row: the status, the names of the headers and the
 * body, except for the id of a new animal and the seconds until a limit ends. Of the lean server, which
 * has few headers, only the body counts.
 *
 * @throws if they differ
 */
export async function assertSame({ name, request }: Row, { service, same, lean }: Servers) {
  const connections = {
    service: await openPipeline(service.port),
    same: await openPipeline(same.port),
    lean: await openPipeline(lean.port),
  } satisfies OfEach<unknown>;
  for (let index = 0; index < COMPARED; index += 1) {
    const text = request(index);
    const expected = await connections.service.send(text);
    const whole = await connections.same.send(text);
    assertEqual(name, namesIn(expected) + bodyOf(expected), namesIn(whole) + bodyOf(whole));
    assertEqual(name, bodyOf(expected), bodyOf(await connections.lean.send(text)));
  }
  for (const connection of Object.values(connections)) connection.close();
}

function assertEqual(name: string, one: string, other: string) {
  if (one !== other) throw new Error(`${name}: the responses differ:\n${one}\n${other}`);
}

/** The names of the headers, a line each. */
function namesIn({ head }: PipelinedResponse): string {
  const [, ...lines] = head.toLowerCase().split('\r\n');
  const names = lines.map((line) => line.replace(/:.*/, '\n'));
  return names.sort().join('');
}

function bodyOf({ status, body }: PipelinedResponse): string {
  const fixed = status === 201 ? body.replace(/"id":\d+/, '') : body;
  return `${status}\n${fixed.replace(/\d+ seconds/, '')}`;
}
