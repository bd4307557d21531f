// Adds the code samples of each operation to a contract.

import {
  basePathOf,
  type CodeSample,
  type Json,
  operationsOf,
  schemasOf,
} from '../contract/index.ts';
import { curl } from './samples/curl.ts';
import { python } from './samples/python.ts';
import { sampleRequest } from './samples/request.ts';
import { typescript } from './samples/typescript.ts';

/**
 * Adds its samples to every operation of the complete contract, as `x-codeSamples`. The base
 * address and the key come from the environment: a sample runs as it stands, and no key ends up in
 * a script.
 */
export function addCodeSamples(contract: Json): void {
  const schemas = schemasOf(contract);
  for (const { operation, written, method, path } of operationsOf(contract)) {
    const below = path.slice(basePathOf(contract).length);
    const request = sampleRequest(method.toUpperCase(), below, operation, schemas);
    written['x-codeSamples'] = [
      { lang: 'Shell', label: 'curl', source: curl(request) },
      { lang: 'TypeScript', label: 'TypeScript', source: typescript(operation, request, schemas) },
      { lang: 'Python', label: 'Python', source: python(request) },
    ] satisfies CodeSample[];
  }
}
