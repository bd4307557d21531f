// Holds random schemas against a second validator. Where lint accepts a schema, the service accepts
// the same values as that one, and reads and writes all that is in them.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import {
  completeContract,
  type Direction,
  isObject,
  type Json,
  routeSchemas,
  unsupported,
} from '../../scripts/contract/index.ts';
import { inTemporaryFolder } from '../../scripts/temporary-folder.ts';
import { bodyBounds, readJson } from '../../src/platform/contract/json-bodies.ts';
import { responseSerializer } from '../../src/platform/contract/responses.ts';
import { compileCheck } from '../../src/platform/schema/validation.ts';
import { faulty, valid } from '../platform/contract/arbitraries.ts';
import { type Context, type Schema, seen } from '../platform/contract/resolve.ts';
import { type RandomSchema, randomSchema } from './schemas.ts';

interface AgreementOptions {
  /** How many schemas that lint accepts are tried. */
  readonly schemas: number;
  readonly seed: number;
}

/** Of each schema, in each direction. */
const VALUES = 100;
/** Rather than without end. */
const MOST_REFUSED = 100;

/** @returns how many schemas lint refused, how many values fit or do not, and faults of the kit */
export async function compareValidators({ schemas, seed }: AgreementOptions) {
  const counts = { accepted: 0, refused: 0, fitting: 0, unfit: 0 };
  const faults: string[] = [];
  for (let own = seed; counts.accepted < schemas; own += 1) {
    if (counts.refused > MOST_REFUSED + 5 * counts.accepted)
      throw new Error('Lint refuses nearly all.');
    const [made] = fc.sample(randomSchema, { seed: own, numRuns: 1 }) as [RandomSchema];
    try {
      const services = await servicesOf(made);
      counts[services ? 'accepted' : 'refused'] += 1;
      for (const [direction, service] of services ?? []) {
        const second = secondValidator(made, direction);
        for (const value of fc.sample(valuesOf(made, direction), { seed: own, numRuns: VALUES })) {
          const isFitting = second(value);
          counts[isFitting ? 'fitting' : 'unfit'] += 1;
          const problem = problemOf(service(value), value, isFitting, second);
          if (problem) faults.push(faultOf(own, made, `${direction} ${asJson(value)} ${problem}`));
        }
      }
    } catch (error) {
      faults.push(faultOf(own, made, `${error}`));
    }
  }
  return { counts, faults };
}

function faultOf(seed: number, { schema, components }: RandomSchema, what: string): string {
  return `Seed ${seed}: ${what}\n  ${asJson(schema)}\n  ${asJson(components)}`;
}

const asJson = (value: unknown) => JSON.stringify(value);

/** What the service makes of a value, or why it takes none. */
type Service = (value: unknown) => { readonly value: unknown } | { readonly violation: string };

/** Undefined where lint refuses the schema. */
async function servicesOf(made: RandomSchema): Promise<[Direction, Service][] | undefined> {
  const complete = await inTemporaryFolder(async (folder) => {
    const file = join(folder, 'openapi.yaml');
    await writeFile(file, asJson(contractOf(made)));
    return completeContract(file);
  });
  if (unsupported(complete).length > 0) return undefined;
  const { body, response = {} } = routeSchemas(complete.contract).send ?? {};
  const { 200: returned } = response;
  return [
    ...(body ? ([['request', reader(body)]] as [Direction, Service][]) : []),
    ...(returned ? ([['response', writer(returned)]] as [Direction, Service][]) : []),
  ];
}

function contractOf({ schema, components, directions }: RandomSchema) {
  const content = { 'application/json': { schema } };
  return {
    openapi: '3.1.0',
    info: { title: 'Random', version: '1.0.0' },
    servers: [{ url: '/v1' }],
    security: [{ apiKey: [] }],
    tags: [{ name: 'random' }],
    paths: {
      '/random': {
        post: {
          operationId: 'send',
          tags: ['random'],
          'x-stability': 'stable',
          ...(directions.includes('request') && { requestBody: { required: true, content } }),
          responses: directions.includes('response')
            ? { 200: { description: 'The same.', content } }
            : { 204: { description: 'Done.' } },
        },
      },
    },
    components: {
      schemas: components,
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
    },
  };
}

/** Reads a request as the service does. */
function reader(schema: Json): Service {
  const check = compileCheck(schema, { source: 'json', direction: 'request', noun: 'field' });
  const bounds = bodyBounds(schema);
  const read = (json: string) => {
    try {
      const value = readJson(Buffer.from(json), bounds);
      const [violation] = check(value);
      return violation === undefined ? { value: plain(value) } : { violation };
    } catch (error) {
      return { violation: (error as Error).message };
    }
  };
  return (sent) => {
    const result = read(asJson(sent));
    for (const json of wholeFloatsOf(sent)) {
      if (!isDeepStrictEqual(read(json), result)) throw new Error(`${json} is another value.`);
    }
    return result;
  };
}

// JSON.rawJSON is part of Node 22. TypeScript does not know it.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): object };

/** The same value in JSON, with each integer in another form. */
function wholeFloatsOf(value: unknown): string[] {
  const forms = [
    (digits: string) => `${digits}.00`,
    (digits: string) => (digits === '0' ? '0e9' : `${digits}00e-2`),
    (digits: string) =>
      digits.replace(/^(-?\d)(\d*)$/, (_, first, more) => {
        return `${first}.${more}0E+${more.length}`;
      }),
  ];
  return forms.map((form) =>
    JSON.stringify(value, (_key, part) =>
      Number.isInteger(part) && /^-?\d+$/.test(String(part)) ? rawJSON(form(String(part))) : part,
    ),
  );
}

/** Writes a response as the service does. */
function writer(schema: Json): Service {
  const serialize = responseSerializer({ operationId: 'send' })({ schema });
  return (returned) => {
    try {
      return { value: JSON.parse(serialize(returned)) };
    } catch (error) {
      return { violation: (error as Error).message };
    }
  };
}

/** As JSON has it: an int64 is a bigint to a handler. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? Number(part) : part)),
  );
}

function problemOf(
  result: ReturnType<Service>,
  sent: unknown,
  isFitting: boolean,
  second: (value: unknown) => boolean,
): string | undefined {
  if ('violation' in result) return isFitting ? `is refused: ${result.violation}` : undefined;
  if (!isFitting) return 'is accepted.';
  if (!includes(result.value, sent)) return `becomes ${asJson(result.value)}.`;
  return second(result.value) ? undefined : `becomes ${asJson(result.value)}, which does not fit.`;
}

/** Whether it is the same, but for fields that were filled in. */
function includes(value: unknown, sent: unknown): boolean {
  if (Array.isArray(value) && Array.isArray(sent)) {
    return value.length === sent.length && value.every((one, i) => includes(one, sent[i]));
  }
  if (!isObject(value) || !isObject(sent)) return isDeepStrictEqual(value, sent);
  return Object.entries(sent).every(
    ([name, one]) => Object.hasOwn(value, name) && includes(value[name], one),
  );
}

/** The second validator, with the schema as written, without the other direction's fields. */
function secondValidator({ schema, components }: RandomSchema, direction: Direction) {
  const whole = { ...schema, components: { schemas: components } };
  const shown = seen(whole, { schemas: components, direction });
  const ranged = JSON.parse(JSON.stringify(shown), (_key, part) =>
    [part?.type].flat().includes('integer') ? { ...part, allOf: [rangeOfInteger(part)] } : part,
  );
  const validator = new Validator(ranged, '2020-12');
  return (value: unknown) => validator.validate(value).valid;
}

/** JSON Schema has no range of its own: to it, 1e66 is an integer too. */
function rangeOfInteger({ format }: Schema) {
  return format === 'int32'
    ? { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }
    : { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
}

/** Values that fit, that nearly do, and that have one fault. */
function valuesOf({ schema, components }: RandomSchema, direction: Direction) {
  const context: Context = { schemas: components, direction };
  const wide: Context = { schemas: widened(components) as Context['schemas'], direction };
  const faults = faulty(schema, context)
    // Of a response the service leaves out what no schema names, and others reject it.
    .filter(({ path }) => direction === 'request' || path.at(-1) !== 'unknown')
    .map(({ value }) => value);
  return fc
    .oneof(valid(schema, context), valid(widened(schema) as Schema, wide), faults)
    .map(asBothTake);
}

/** A schema that allows a little more: without some bounds, and with others further away. */
function widened(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (key, part) => {
    if (/^(required|multipleOf|min(Length|Items|Properties))$/.test(key)) return;
    if (typeof part !== 'number') return part;
    return /minimum$/i.test(key) ? part - 1 : part + 1;
  });
}

/** JSON as both validators take it: of texts and int64, each has its own opinion. */
function asBothTake(value: unknown): unknown {
  const text = JSON.stringify(value, (_key, part) => {
    if (typeof part === 'bigint') return Number(BigInt.asIntN(32, part));
    return typeof part === 'string' ? part.replaceAll('\0', '').toWellFormed() : part;
  });
  return JSON.parse(text);
}
