import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import * as readme from '@readme/openapi-parser';
import * as scalar from '@scalar/openapi-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import type { FastifyInstance } from 'fastify';
import SwaggerParser10 from 'swagger-parser-10';
import t, { type Test } from 'tap';
import { parse } from 'yaml';
import { runRedocly } from '../../scripts/contract/redocly.ts';
import { openStore } from '../helper.ts';
import { temporaryFolder } from '../support/databases.ts';

/*
 * Whatever reads the published contract, in either form, finds nothing wrong with it.
 */

/** By the names of the tools: what each finds wrong with a file. Some throw it. */
const VALIDATORS: Readonly<Record<string, (file: string) => Promise<readonly unknown[]>>> = {
  'swagger-parser': async (file) => {
    await SwaggerParser.validate(file);
    return [];
  },
  'swagger-parser 10': async (file) => {
    await SwaggerParser10.validate(file);
    return [];
  },
  readme: async (file) => {
    const result = await readme.validate(file);
    return [...result.warnings, ...(result.valid ? [] : result.errors)];
  },
  scalar: async (file) => {
    const { valid, errors = [] } = await scalar.validate(await readFile(file, 'utf8'));
    return valid ? errors : [valid, ...errors];
  },
  seriousme: async (file) => {
    const { valid, errors = [] } = await new Validator().validate(file);
    return valid ? [] : [errors].flat();
  },
  redocly: async (file) => {
    const document = parse(await readFile(file, 'utf8'));
    const reports = await runRedocly('lint', [document], '--extends=recommended-strict');
    const [report] = reports as { problems: unknown[] }[];
    return report?.problems ?? ['no report'];
  },
  spectral: async (file) => {
    const spectral = new Spectral();
    // Its rules have no type of their own.
    spectral.setRuleset(spectralRulesets.oas as RulesetDefinition);
    const findings = await spectral.run(await readFile(file, 'utf8'));
    return findings.map(({ code, path, message }) => `${code} ${path.join('.')} ${message}`);
  },
};

/** By the names of the tools: what each reads from a file. */
const PARSERS: Readonly<Record<string, (file: string) => Promise<unknown>>> = {
  'swagger-parser': (file) => SwaggerParser.parse(file),
  'swagger-parser 10': (file) => SwaggerParser10.parse(file),
  readme: (file) => readme.parse(file),
  scalar: async (file) => (await scalar.validate(await readFile(file, 'utf8'))).specification,
  yaml: async (file) => parse(await readFile(file, 'utf8')),
  'yaml 1.1': async (file) => parse(await readFile(file, 'utf8'), { version: '1.1' }),
};

for (const [where, settings] of [
  ['', {}],
  [' with the addresses of production', { PUBLIC_URL: 'https://api.animal-store.test/v1' }],
] as const) {
  t.test(`the published contract${where}, with tools of different make`, async (t) => {
    const { app } = await openStore(t, settings);
    await checkAll(t, app);
  });
}

async function checkAll(t: Test, app: FastifyInstance) {
  const folder = await temporaryFolder(t);
  const save = async (name: string, text: string) => {
    const file = join(folder, name);
    await writeFile(file, text);
    return file;
  };
  const { payload } = await app.inject('/openapi.json');
  const json = await save('openapi.json', payload);
  const yaml = await save('openapi.yaml', (await app.inject('/openapi.yaml')).payload);
  const untitled = await save('untitled.json', withoutTitle(payload));
  const contract = JSON.parse(payload);

  for (const [tool, validate] of Object.entries(VALIDATORS)) {
    t.test(`${tool} finds nothing wrong with it, in JSON or YAML`, async (t) => {
      t.same(await validate(json), []);
      t.same(await validate(yaml), []);
      const findings = await validate(untitled).catch((error) => [error]);
      t.not(findings.length, 0, 'but something where the title is missing');
    });
  }

  for (const [tool, read] of Object.entries(PARSERS)) {
    t.test(`${tool} reads the same from JSON and YAML`, async (t) => {
      t.strictSame(await read(json), contract);
      t.strictSame(await read(yaml), contract);
    });
  }
}

function withoutTitle(contract: string) {
  const { info, ...rest } = JSON.parse(contract);
  return JSON.stringify({ ...rest, info: { ...info, title: undefined } });
}
