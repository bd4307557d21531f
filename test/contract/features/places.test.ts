import t from 'tap';
import { compileAll } from '../../../scripts/contract-fuzz/compile.ts';
import { lintAll } from '../../../scripts/contract-fuzz/lint.ts';
import {
  type ContractDocument,
  mediaOf,
  readOperations,
} from '../../../scripts/contract-properties/document.ts';
import { exactOf, toJson } from '../../../scripts/contract-properties/exact.ts';
import { completeFeatures } from '../../../scripts/contract-properties/features.ts';
import { isValid } from '../../../scripts/contract-properties/oracle.ts';
import { schemaOf } from '../../../scripts/contract-properties/parameters.ts';
import type { Direction, Schema } from '../../../scripts/contract-properties/schema.ts';
import { addCodeSamples } from '../../../scripts/generate/code-samples.ts';
import type { Json } from '../../../scripts/generate/json.ts';
import { assertSound } from '../../../scripts/generate/sound.ts';

/*
 * Where else the contract of features has to work, besides where it is served: lint, the types of handlers,
 * examples and samples.
 */

const complete = await completeFeatures();
const { document, unused } = complete;
const contract = document as unknown as ContractDocument;
const schemas = contract.components?.schemas ?? {};

t.test('lint finds nothing wrong with any feature', async (t) => {
  t.same(await lintAll([document]), [[]]);
  t.same(unused, []);
});

t.test('the types of every operation compile', async (t) => {
  t.same(await compileAll([document]), [[]]);
});

t.test('the types of an operation that has no result do not compile', async (t) => {
  const paths = { '/a': { get: { operationId: 'a', responses: { 200: { description: 'A.' } } } } };
  const broken = { openapi: '3.1.0', info: { title: 'A', version: '1.0.0' }, paths };
  t.same(await compileAll([broken]), [[]]);
  const unserved = {
    '/a': { get: { operationId: 'a', responses: { 299: { description: 'A.' } } } },
  };
  const [found] = await compileAll([{ ...broken, paths: unserved }]);
  t.not(found?.length, 0);
});

t.test('every example is valid', async (t) => {
  for (const operation of readOperations(contract)) {
    const { operationId, parameters, body, responses, successStatuses } = operation;
    const check = (schema: Schema, example: unknown, direction: Direction, what: string) => {
      if (example === undefined) return;
      const value = exactOf(example);
      const isRight = isValid(schema, value, { schemas, direction });
      t.ok(isRight, `${operationId}: the example of ${what}: ${toJson(value)}`);
    };
    for (const parameter of parameters) {
      const { example } = (Object.values(parameter.content ?? {})[0] ?? parameter) as Json;
      check(schemaOf(parameter), example, 'request', parameter.name);
    }
    if (body) check(body.schema, body.example, 'request', 'the body');
    for (const status of successStatuses) {
      const media = mediaOf(responses[status]?.content);
      if (media) check(media.schema, media.example, 'response', `${status}`);
    }
  }
});

t.test('every operation has code samples with nothing left to fill in', async (t) => {
  await assertSound(complete);
  const copy = structuredClone(document);
  addCodeSamples(copy);
  for (const item of Object.values(copy.paths as Record<string, Record<string, Json>>)) {
    for (const { operationId, 'x-codeSamples': samples } of Object.values(item)) {
      if (operationId === undefined) continue;
      // Clients are given the path as the contract has it.
      const sources = (samples as { label: string; source: string }[])
        .filter(({ label }) => label !== 'TypeScript client')
        .map(({ source }) => source);
      t.not(sources.length, 0, `${operationId}`);
      for (const source of sources) t.notMatch(source, /\/\{[\w-]+\}/, `${operationId}`);
    }
  }
});
