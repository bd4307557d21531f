import type { FastifyReply } from 'fastify';

const unchanged = (text: string) => text;

/** Has a text sent as it is. To the type of one without a serializer Fastify would add a charset. */
export function asText(reply: FastifyReply, contentType: string): FastifyReply {
  return reply.type(contentType).serializer(unchanged);
}

/** Sends JSON, which has no charset parameter. @see RFC 8259 section 11 */
export function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return asText(reply, 'application/json').send(json);
}
