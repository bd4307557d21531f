// Serves a page.

import type { FastifyInstance } from 'fastify';
import { type Create, memoryFile } from './memory-file.ts';

interface PageOptions {
  /** Makes the HTML, when the page is first requested. */
  readonly html: Create;
  /** What browsers are told about the page, such as its policy. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Who may store it; unless given, everybody who asks again before each use. */
  readonly cacheControl?: string | undefined;
}

export function servePage(app: FastifyInstance, path: string, options: PageOptions): void {
  const { html, headers = {}, cacheControl } = options;
  const send = memoryFile('text/html; charset=utf-8', html, cacheControl);
  app.get(path, (request, reply) => send(request, reply.headers(headers)));
}
