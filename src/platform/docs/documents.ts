// What programs read of a version: its contract, a client, and the guides as Markdown. Programs
// that run in a browser may read them from any origin.

import type { FastifyInstance } from 'fastify';
import { stringify } from 'yaml';
import { isPrefixed } from '../contract/index.ts';
import { errors } from '../errors/index.ts';
import { type Create, memoryFile } from '../pages/index.ts';
import { ASKED_ORIGIN, askedFile } from './asked-address.ts';
import { knownServers, withOwnOrigin } from './deployment-addresses.ts';
import {
  clientText,
  GUIDES_PATH,
  guideFile,
  guideFiles,
  guidesText,
  llmsText,
} from './markdown.ts';
import { EXAMPLE_ORIGIN } from './placeholders.ts';
import type { Place, Publication } from './publication.ts';
import { YAML_OPTIONS } from './yaml-options.ts';

const ANY_ORIGIN = { 'access-control-allow-origin': '*' };
const READABLE = { ...ANY_ORIGIN, 'access-control-expose-headers': 'ETag, X-Request-Id' };
const PREFLIGHT = {
  ...ANY_ORIGIN,
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': '*',
  'access-control-max-age': '7200',
  allow: 'GET, HEAD, OPTIONS',
};

/** Writes a document. */
type Write = (publication: Publication) => string;
type Send = ReturnType<typeof askedFile>;

const MARKDOWN = 'text/markdown; charset=utf-8';

/**
 * Serves the documents of a version in its folder, where the plugin of its contract is registered.
 *
 * @param load loads what is published, also into the plugin
 */
export function publishDocuments(
  app: FastifyInstance,
  place: Place,
  load: () => Promise<Publication>,
): void {
  const { baseUrls, contract } = place;
  /** What is reached at a host that is asked for: not known where a proxy adds a prefix. */
  const followsHost = !baseUrls.production && !isPrefixed(baseUrls, contract);
  publishContract('openapi.json', 'application/json', (document) => JSON.stringify(document));
  publishContract('openapi.yaml', 'application/yaml', (document) =>
    stringify(document, YAML_OPTIONS),
  );
  publish(GUIDES_PATH, samplesFile(MARKDOWN, guidesText));
  publishGuides();
  publish('llms.txt', fileOf('text/plain; charset=utf-8', llmsText));
  // As text, since people read the client before they use it.
  const client = (language: 'ts' | 'js', type: string) =>
    samplesFile(type, (publication) => clientText(language, publication));
  publish('client.ts', client('ts', 'text/plain; charset=utf-8'));
  publish('client.js', client('js', 'text/javascript; charset=utf-8'));

  /** Some tools that import a contract cannot resolve a relative base address. */
  function publishContract(path: string, type: string, write: (document: object) => string) {
    const asked = { url: ASKED_ORIGIN + contract.basePath };
    const servers = followsHost && { servers: [...knownServers(place), asked] };
    const create = () => write({ ...app.swagger(), ...servers });
    publish(path, fileOf(type, create, followsHost ? askedFile : memoryFile));
  }

  /** Each guide alone, and the changelog. */
  function publishGuides() {
    const files = new Map<string, Send>();
    publish('docs/:guide.md', async (request, reply) => {
      const { guide } = request.params as { readonly guide: string };
      const send = files.get(guide) ?? (await fileOfGuide(guide));
      files.set(guide, send);
      return send(request, reply);
    });
  }

  async function fileOfGuide(name: string): Promise<Send> {
    const markdown = guideFiles((await load()).documentation).get(name);
    if (markdown === undefined) throw errors.pathNotFound;
    return samplesFile(MARKDOWN, (publication) => guideFile(markdown, publication));
  }

  /** A copy is used on other machines, which cannot reach the address that this one listens on. */
  function samplesFile(type: string, write: Write): Send {
    if (!followsHost) return fileOf(type, write);
    const asked: Write = (publication) =>
      write(publication).replaceAll(EXAMPLE_ORIGIN, ASKED_ORIGIN);
    const listening = () => place.ownOrigin() ?? EXAMPLE_ORIGIN;
    return fileOf(type, asked, (...file) => askedFile(...file, listening));
  }

  function fileOf(
    type: string,
    write: Write,
    file: (type: string, create: Create) => Send = memoryFile,
  ): Send {
    return file(type, async () => withOwnOrigin(write(await load()), place));
  }

  function publish(path: string, send: Send) {
    const address = `/${place.folder}${path}`;
    app.get(address, (request, reply) => send(request, reply.headers(READABLE)));
    app.options(address, (_request, reply) => reply.code(204).headers(PREFLIGHT).send());
  }
}
