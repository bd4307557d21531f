// A collector of traces.

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Test } from 'tap';
import { listenOn } from './raw-http.ts';

/** A span as a collector receives it, with its attributes by name. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  /** 2 for an error. */
  readonly status: { readonly code?: number };
}

export type Collector = Awaited<ReturnType<typeof startCollector>>;

/**
 * A collector of OpenTelemetry, which takes OTLP in JSON until the test ends.
 *
 * @param respond instead of accepting all
 */
export async function startCollector(t: Test, respond = accept) {
  const spans: ReceivedSpan[] = [];
  const requests: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = [];
  const resources: Record<string, unknown>[] = [];
  const state = { respond };
  const server = createServer(async (request, response) => {
    const { url: path = '', headers } = request;
    requests.push({ path, headers });
    const { resourceSpans } = JSON.parse(await text(request));
    for (const { resource, scopeSpans } of resourceSpans) {
      resources.push(valuesOf(resource.attributes));
      for (const scope of scopeSpans) {
        for (const span of scope.spans) {
          spans.push({ ...span, attributes: valuesOf(span.attributes) });
        }
      }
    }
    state.respond(response);
  });
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  t.teardown(close);
  const url = `http://127.0.0.1:${await listenOn(t, server)}`;
  return { url, spans, requests, resources, state, close };
}

function accept(response: ServerResponse) {
  response.setHeader('content-type', 'application/json');
  response.end('{}');
}

/** What OTLP has as `[{ key, value: { stringValue } }]`. */
function valuesOf(attributes: readonly { key: string; value: Record<string, unknown> }[]) {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
