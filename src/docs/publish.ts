import type { FastifyInstance } from 'fastify';
import { memoize } from './memoize.ts';
import { type StaticFile, sendStaticFile } from './static-file.ts';

type Headers = Readonly<Record<string, string>>;
type Create = () => StaticFile | Promise<StaticFile>;

/** For programs that run in a browser. */
const ANY_ORIGIN = { 'access-control-allow-origin': '*' };
const READABLE = { ...ANY_ORIGIN, 'access-control-expose-headers': 'ETag, X-Request-Id' };
const PREFLIGHT = {
  ...ANY_ORIGIN,
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': '*',
  'access-control-max-age': '7200',
};

/** Publishes a file, which is created when it is first requested. */
export function publish(app: FastifyInstance, path: string, create: Create, headers: Headers) {
  const load = memoize(async () => create());
  app.get(path, async (request, reply) => {
    reply.headers(headers);
    return sendStaticFile(request, reply, await load());
  });
}

/** Publishes a file that pages of every origin may read. */
export function publishForAll(app: FastifyInstance, path: string, create: Create) {
  publish(app, path, create, READABLE);
  app.options(path, (_request, reply) =>
    reply
      .code(204)
      .headers({ ...PREFLIGHT, allow: 'GET, HEAD, OPTIONS' })
      .send(),
  );
}
