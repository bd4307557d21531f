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
  listOf,
  routeSchemas,
  unsupported,
} from '../../scripts/contract/index.ts';
import { inTemporaryFolder } from '../../scripts/temporary-folder.ts';
import { readJson } from '../../src/contract/json-bodies.ts';
import { responseSerializer } from '../../src/contract/responses.ts';
import { compileCheck } from '../../src/contract/validation.ts';
import { type RandomSchema, randomSchema } from './schemas.ts';
import { valuesOf } from './values.ts';

/*
 * Holds random schemas against a second validator. Where lint accepts a schema, the service accepts the same values
 * as that one, and reads and writes all that is in them.
 */

export interface AgreementOptions {
  /** How many schemas that lint accepts are tried, each with so many values in each direction. */
  readonly schemas: number;
  readonly values: number;
  readonly seed: number;
}

/** Rather than without end. */
const MOST_REFUSED = 100;

/** @returns how many schemas lint refused, how many values fit and how many do not, and the faults of the kit */
export async function compareValidators({ schemas, values, seed }: AgreementOptions) {
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
        for (const value of fc.sample(valuesOf(made, direction), { seed: own, numRuns: values })) {
          const isFitting = second(value);
          counts[isFitting ? 'fitting' : 'unfit'] += 1;
          const problem = problemOf(service(value), value, isFitting, second);
          if (problem) faults.push(told(own, made, `${direction} ${asJson(value)} ${problem}`));
        }
      }
    } catch (error) {
      faults.push(told(own, made, `${error}`));
    }
  }
  return { counts, faults };
}

function told(seed: number, { schema, components }: RandomSchema, what: string): string {
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
  const { body, response = {} } = routeSchemas(complete.document).send ?? {};
  const services: [Direction, Service][] = [['response', writer(response['200'] ?? {})]];
  if (body) services.push(['request', reader(body)]);
  return services;
}

function contractOf({ schema, components, isOfResponse }: RandomSchema) {
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
          ...(!isOfResponse && { requestBody: { required: true, content } }),
          responses: { 200: { description: 'The same.', content } },
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
  return (sent) => {
    try {
      const value = readJson(Buffer.from(asJson(sent)));
      const [violation] = check(value);
      return violation === undefined ? { value: plain(value) } : { violation };
    } catch (error) {
      return { violation: (error as Error).message };
    }
  };
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

/** The second validator, with the schema as it was written, but for the fields of the other direction. */
function secondValidator({ schema, components }: RandomSchema, direction: Direction) {
  const hidden = direction === 'request' ? 'readOnly' : 'writeOnly';
  const seen = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(seen);
    if (!isObject(part)) return part;
    const { properties, required, ...others } = part;
    const own = Object.fromEntries(Object.entries(others).map(([key, one]) => [key, seen(one)]));
    const range = others.format === 'int32' ? { allOf: [INT32] } : {};
    if (!isObject(properties)) return { ...own, ...range };
    const isShown = (name: string) => !isObject(properties[name]) || !properties[name][hidden];
    const shown = Object.entries(properties).filter(([name]) => isShown(name));
    return {
      ...own,
      properties: Object.fromEntries(shown.map(([name, one]) => [name, seen(one)])),
      required: listOf(required).filter((name) => isShown(String(name))),
    };
  };
  const whole = { ...(seen(schema) as Json), components: { schemas: seen(components) } };
  const validator = new Validator(whole, '2020-12');
  return (value: unknown) => validator.validate(value).valid;
}

const INT32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };
