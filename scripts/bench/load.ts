import { performance } from 'node:perf_hooks';
import { openPipeline, type PipelinedResponse } from '../testbed/pipeline.ts';

export interface Request {
  /** The request as it is sent, made beforehand so that sending it costs little. */
  readonly text: string;
  readonly status: number;
}

export interface Response extends PipelinedResponse {
  readonly headers: ReadonlyMap<string, string>;
}

interface Load {
  readonly seconds: number;
  readonly latenciesMs: number[];
}

/**
 * Sends requests in turn over several connections, the next one on each as soon as the last has its
 * response.
 *
 * @param minimum how many requests to send at least, however long that takes
 * @throws if a response has another status than expected
 */
export async function load(
  port: number,
  requests: readonly Request[],
  connections: number,
  seconds: number,
  minimum = 0,
): Promise<Load> {
  const latenciesMs: number[] = [];
  let next = 0;
  const startMs = performance.now();
  const endMs = startMs + seconds * 1_000;

  async function runConnection() {
    const connection = await openPipeline(port);
    while (next < minimum || performance.now() < endMs) {
      const request = requests[next % requests.length] as Request;
      next += 1;
      const sentMs = performance.now();
      const { status, head } = await connection.send(request.text);
      latenciesMs.push(performance.now() - sentMs);
      if (status !== request.status) throw new Error(`Expected ${request.status}: ${head}`);
    }
    connection.close();
  }

  await Promise.all(Array.from({ length: connections }, runConnection));
  return { seconds: (performance.now() - startMs) / 1_000, latenciesMs };
}

/** Sends one request on a connection of its own. */
export async function sendOnce(port: number, request: Request): Promise<Response> {
  const connection = await openPipeline(port);
  const response = await connection.send(request.text);
  connection.close();
  const lines = response.head.split('\r\n').slice(1);
  const headers = lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]);
  return {
    ...response,
    headers: new Map(headers.map(([name, value]) => [name.toLowerCase(), value])),
  };
}
