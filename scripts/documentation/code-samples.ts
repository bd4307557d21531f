// The code samples of operations.

import { asObject, type Contract, follow, type Operation } from '../contract/index.ts';
import { curl } from './samples/curl.ts';
import { python } from './samples/python.ts';
import { sampleRequest } from './samples/request.ts';
import { typescript } from './samples/typescript.ts';

export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/**
 * The samples of an operation. The base address and the key come from the environment: a sample runs
 * as it stands, and no key ends up in a script.
 */
export function codeSamplesOf(operation: Operation): CodeSample[] {
  const request = sampleRequest(operation);
  return [
    { lang: 'Shell', label: 'curl', source: curl(request) },
    { lang: 'TypeScript', label: 'TypeScript', source: typescript(operation, request) },
    { lang: 'Python', label: 'Python', source: python(request) },
  ];
}

/** Adds its samples to every operation of the document of a contract, as `x-codeSamples`. */
export function addCodeSamples({ operations, document }: Contract): void {
  for (const operation of operations) {
    asObject(follow(document, operation.keys))['x-codeSamples'] = codeSamplesOf(operation);
  }
}
