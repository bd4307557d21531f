import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { parse as parseLossless } from 'lossless-json';
import { parse as parseSecure } from 'secure-json-parse';
import { invalidJson, unsupportedMediaType } from './errors.ts';
import { isExactInDouble, readLiteral, shownName } from './schema/index.ts';

/*
 * Reads JSON bodies without losing anything: what is not UTF-8 is rejected, a repeated key is
 * rejected, and no number is rounded.
 */

const OTHER_CHARSET = /;\s*charset=(?!"?utf-8"?\s*(?:;|$))/i;
const MAX_DEPTH = 32;
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]|-?\d[\d.eE+-]*/g;

async function jsonBodies(app: FastifyInstance) {
  // A body of another type has no parser, so that it is rejected before it is read.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readBody);
}

async function readBody(request: FastifyRequest, bytes: Buffer): Promise<unknown> {
  const { 'content-encoding': coding = 'identity', 'content-type': type = '' } = request.headers;
  if (coding !== 'identity' || OTHER_CHARSET.test(type)) throw unsupportedMediaType;
  if (!isUtf8(bytes)) throw invalidJson('The body is not valid UTF-8.');
  // A parser may ignore a byte order mark (RFC 8259 section 8.1).
  return parseExactly(bytes.toString().replace(/^\ufeff+/, ''));
}

/**
 * Parses JSON. Where a double could change a number, all of them are read by `readLiteral`.
 *
 * @throws invalid_json when the text is not JSON, is nested too deep, or has a repeated key or `__proto__`
 * @see RFC 8259 section 4
 */
function parseExactly(text: string): unknown {
  const value = parse(text);
  return hasOnlySafeNumbers(text) ? value : parseLossless(text, null, readLiteral);
}

function parse(text: string): unknown {
  try {
    return parseSecure(text);
  } catch (error) {
    throw invalidJson(
      text.trim() === ''
        ? 'The request body is required.'
        : `The body cannot be parsed: ${(error as Error).message}.`,
    );
  }
}

/**
 * Checks the nesting and the keys of valid JSON. Returns whether a double can hold every number in it
 * as it was written.
 */
function hasOnlySafeNumbers(text: string): boolean {
  const objects: Set<string>[] = [];
  let safe = true;
  let lastString = '';
  for (const [token] of text.matchAll(TOKENS)) {
    const first = token[0];
    if (first === '"') lastString = token;
    else if (first === ':') addKey(objects.at(-1), JSON.parse(lastString));
    else if (first === '{' || first === '[') enter(objects);
    else if (first === '}' || first === ']') objects.pop();
    else safe &&= isExactInDouble(token);
  }
  return safe;
}

function enter(objects: Set<string>[]) {
  if (objects.push(new Set()) > MAX_DEPTH) {
    throw invalidJson(`The body must not be nested more than ${MAX_DEPTH} levels deep.`);
  }
}

function addKey(keys: Set<string> | undefined, key: string) {
  if (keys?.has(key)) throw invalidJson(`${shownName(key)} appears twice in one object.`);
  keys?.add(key);
}

export default fp(jsonBodies, { name: 'json-bodies' });
