import type { FastifyReply } from 'fastify';

const unchanged = (text: string) => text;

/** Sends JSON. Without a serializer of its own Fastify would add a charset to its type. @see RFC 8259 section 11 */
export function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json').serializer(unchanged).send(json);
}
