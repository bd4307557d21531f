// The address that a request was sent to, for documents of a service without PUBLIC_URL.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { memoize } from '../async/memoize.ts';
import { type Create, memoryFile } from '../pages/index.ts';

/** Where the document has the origin that was asked for. */
export const ASKED_ORIGIN = 'http://asked-origin.invalid';

/** A host and perhaps a port. @see RFC 9110 section 7.2 */
const HOST = /^(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const MAX_HOST_LENGTH = 255;

/** How many origins have a file in memory: a deployment has few, but anybody can ask for others. */
const MAX_FILES = 8;
/** How often another origin takes the place of the one that was asked for longest ago. */
const REPLACEMENT_MS = 1_000;

/**
 * @param create makes the file, once
 * @param otherwise the origin where the host is not valid. Empty, so that an address is relative,
 *   unless given
 * @returns a handler that sends it with the origin that was asked for; no shared cache may store it
 */
export function askedFile(type: string, create: Create, otherwise = () => '') {
  const make = memoize(async () => create());
  /** The one that was asked for longest ago comes first. */
  const files = new Map<string, ReturnType<typeof memoryFile>>();
  let lastAddedMs = 0;

  function keep(origin: string, file: ReturnType<typeof memoryFile>) {
    if (!files.delete(origin)) lastAddedMs = performance.now();
    files.set(origin, file);
    const [oldest = origin] = files.keys();
    if (files.size > MAX_FILES) files.delete(oldest);
  }

  return (request: FastifyRequest, reply: FastifyReply) => {
    const origin = askedOrigin(request) ?? otherwise();
    const kept = files.get(origin);
    const fill = async () => (await make()).replaceAll(ASKED_ORIGIN, () => origin);
    const send = kept ?? memoryFile(type, fill, 'private, no-cache');
    const hasRoom = files.size < MAX_FILES || performance.now() - lastAddedMs >= REPLACEMENT_MS;
    if (kept || hasRoom) keep(origin, send);
    // Nobody counts these requests, so each must cost little.
    else delete request.headers['accept-encoding'];
    return send(request, reply, 'host', 'x-forwarded-host', 'x-forwarded-proto');
  };
}

/** Undefined if the host is not valid. */
function askedOrigin({ protocol, host }: FastifyRequest): string | undefined {
  const scheme = protocol === 'https' ? 'https' : 'http';
  const isValid = host.length <= MAX_HOST_LENGTH && HOST.test(host);
  return isValid && URL.canParse(`${scheme}://${host}`) ? `${scheme}://${host}` : undefined;
}
