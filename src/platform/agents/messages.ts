// Messages as the SDK gets them. Its schemas try one kind of value after another for each member,
// and validate a message several times, which took up to sixty times as long as reading it. So the
// SDK gets small messages of plain values: without the arguments of a call, which the operation
// checks, and without what the client can do, for which the service has no use.

import { errors } from '../errors/index.ts';
import { textOf } from '../schema/written-numbers.ts';

/** A message as it was read. */
export type Message = Readonly<Record<string, unknown>>;

/**
 * As they were written: an integer beyond 2^53 is a bigint, and a number that no double holds a
 * symbol with its text.
 */
export type Arguments = Readonly<Record<string, unknown>>;

interface SmallMessage {
  readonly message: Message;
  /** The arguments of its call, which the message lacks. */
  readonly given: Arguments;
}

/** Several times what clients send: who they are, what they can do, where a trace began. */
const MAX_MEMBERS = 100;
/** The deepest that clients send is a setting of something that they can do, with seven. */
const MAX_LEVELS = 10;

/** What a client can do, in a handshake and in `_meta` of a message. */
const CAPABILITIES = new Set(['capabilities', 'io.modelcontextprotocol/clientCapabilities']);

/** Makes a message small. @throws invalid_body when it is too large without its arguments */
export function smallMessage(message: Message): SmallMessage {
  const { method, params } = message;
  const given = method === 'tools/call' && isObject(params) ? params.arguments : undefined;
  // What is no object is left to the SDK, which rejects it.
  const omitted = isObject(given) ? given : undefined;
  let members = 0;
  return { message: copyOf(message, 1), given: omitted ?? {} };

  function copy(value: unknown, level: number): unknown {
    if (value === omitted) return {};
    if (Array.isArray(value)) return Object.values(copyOf(value, level));
    if (isObject(value)) return copyOf(value, level);
    // No place takes a number that JavaScript would round, least of all an id, which is returned.
    return textOf(value) === undefined ? value : null;
  }

  function copyOf(holder: object, level: number): Message {
    if (level > MAX_LEVELS) throw tooLarge(`be nested more than ${MAX_LEVELS} levels deep`);
    const entries = Object.entries(holder);
    members += entries.length;
    if (members > MAX_MEMBERS) throw tooLarge(`have more than ${MAX_MEMBERS} fields and items`);
    const copies = entries.map(([name, value]) => {
      const copied = copy(value, level + 1);
      return [name, CAPABILITIES.has(name) && isObject(value) ? {} : copied] as const;
    });
    return Object.fromEntries(copies);
  }
}

function tooLarge(what: string) {
  return errors.invalidBody(`A message must not ${what}, apart from its arguments.`);
}

export function isObject(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
