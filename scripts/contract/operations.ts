// The operations of a document while it is completed, before there is a model of it.

import { asObject, isObject, type Json } from './json.ts';
import type { Method } from './model.ts';
import { listOf, type Schemas } from './schemas.ts';

interface WithExamples {
  readonly example?: unknown;
  readonly examples?: unknown;
}

/** An operation as it is written. */
export interface FoundOperation {
  /** The operation, whatever its form. */
  readonly written: Json;
  readonly keys: readonly [paths: string, path: string, method: Method];
  readonly method: Method;
  /** The path, including that of the base address. */
  readonly path: string;
}

export const METHODS: readonly string[] = ['get', 'put', 'post', 'patch', 'delete'];

/** The operations of a document, which need not be valid. */
export function operationsOf(contract: Json): FoundOperation[] {
  const basePath = basePathOf(contract);
  return Object.entries(asObject(contract.paths)).flatMap(([path, item]) =>
    Object.entries(asObject(item)).flatMap(([method, written]) => {
      if (!isObject(written) || !METHODS.includes(method)) return [];
      const known = method as Method;
      return [{ written, keys: ['paths', path, known], method: known, path: basePath + path }];
    }),
  );
}

/** Identifies a parameter. The case of header names does not matter. */
export function parameterKey(parameter: unknown): string {
  const { name, in: place } = asObject(parameter);
  return `${place} ${place === 'header' ? String(name).toLowerCase() : name}`;
}

/** The path of the base address, with which the paths of all operations begin. */
export function basePathOf(contract: Json): string {
  const { url = '' } = asObject(listOf(contract.servers)[0]);
  return String(url);
}

export function schemasOf(contract: Json): Schemas {
  return asObject(asObject(contract.components).schemas);
}

/** The values of examples of a body. */
export function exampleValuesOf({ example, examples }: WithExamples): unknown[] {
  const named = Object.values(asObject(examples)).map((one) => asObject(one).value);
  return example === undefined ? named : [example, ...named];
}
