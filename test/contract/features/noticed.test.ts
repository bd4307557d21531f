import t from 'tap';
import { completeFeatures } from '../../../scripts/contract-properties/features.ts';
import { openServed } from '../../../scripts/contract-properties/served-contract.ts';
import { isObject, type Json } from '../../../scripts/generate/json.ts';
import { openUnlimited } from '../../support/unlimited.ts';

/*
 * The property tests notice a service that ignores a keyword: it serves the contract without it.
 */

/** By keyword: the path of an operation that has it. */
const KEYWORDS: Readonly<Record<string, string>> = {
  minLength: '/values/strings',
  maxLength: '/values/references',
  pattern: '/values/strings',
  format: '/values/formats',
  minimum: '/values/integers',
  maximum: '/values/numbers',
  exclusiveMinimum: '/values/numbers',
  exclusiveMaximum: '/values/integers',
  multipleOf: '/values/numbers',
  enum: '/values/integers',
  const: '/values/booleans',
  minItems: '/values/arrays',
  maxItems: '/values/arrays',
  uniqueItems: '/values/arrays',
  required: '/values/objects',
  minProperties: '/values/objects',
  maxProperties: '/values/maps',
  unevaluatedProperties: '/values/all-of',
  default: '/values/defaults',
  readOnly: '/records',
  writeOnly: '/records',
  explode: '/parameters/query-comma-separated',
  style: '/parameters/query-pipe-delimited',
};
const OPTIONS = { numRuns: 2_000, seed: 1 };

const { database, key, config } = await openUnlimited(t);
const { document } = await completeFeatures();

for (const [keyword, path] of Object.entries(KEYWORDS)) {
  t.test(`notices that ${keyword} is ignored`, async (t) => {
    const { paths, ...rest } = document as { paths: Json };
    const one = { ...rest, paths: { [path]: paths[path] } };
    const served = await openServed(one, { config, database, key, bound: without(one, keyword) });
    t.teardown(served.close);
    const assertAll = async () => {
      for (const operation of served.operations) await served.assertServed(operation, OPTIONS);
    };
    await t.rejects(assertAll(), /Property failed/);
  });
}

function without(value: unknown, keyword: string): Json {
  // An object becomes an object.
  return JSON.parse(JSON.stringify(value), (_key, part: unknown) => {
    // Properties may have the same name; of them, each is a schema.
    if (!isObject(part) || isObject(part[keyword])) return part;
    // A parameter stays required.
    if (keyword === 'required' && 'in' in part) return part;
    const { [keyword]: _, ...others } = part;
    return others;
  });
}
