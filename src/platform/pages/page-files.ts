// Serves the files that pages load: scripts, styles, pictures, and the entries of the search. Where
// `npm run build` has compressed a file, a client gets the coding that it prefers.

import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** The files of some pages, as they are made at generation. */
export interface PageFiles {
  /** The folder that contains them, and nothing else. */
  readonly folder: string;
  /** By name: what changes with the content of the file. */
  readonly versions: Readonly<Record<string, string>>;
}

interface PageFileOptions {
  readonly files: () => Promise<PageFiles>;
  /** What their addresses begin with. */
  readonly prefix: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Who may store them; unless given, everybody, and those with their version for ever. */
  readonly cacheControl?: string;
}

export async function servePageFiles(app: FastifyInstance, options: PageFileOptions) {
  const { files, prefix, headers, cacheControl } = options;
  await app.register(async (scope) => {
    // The plugin would throw an error of its own. No other document has preconditions or ranges.
    scope.addHook('onRequest', async ({ headers }) => {
      delete headers['if-match'];
      delete headers['if-unmodified-since'];
    });
    await scope.register(fastifyStatic, {
      // Without routes of its own, for which it would read the folder.
      serve: false,
      preCompressed: true,
      cacheControl: false,
      acceptRanges: false,
    });
    scope.route({
      // Fastify's own HEAD would read the file.
      method: ['GET', 'HEAD'],
      url: `${prefix}:name`,
      async handler(request, reply) {
        const { name } = request.params as { readonly name: string };
        const { folder, versions } = await files();
        if (!Object.hasOwn(versions, name)) return reply.callNotFound();
        const { v } = request.query as { readonly v?: unknown };
        // An address with the version in it has this content for ever.
        const isVersioned = v === versions[name];
        const lasting = isVersioned ? 'public, max-age=31536000, immutable' : 'public, no-cache';
        reply.headers({ 'cache-control': cacheControl ?? lasting, ...headers });
        return reply.sendFile(name, folder);
      },
    });
  });
}
