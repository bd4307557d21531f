import { isObject, type Json } from './json.ts';
import { curl } from './samples/curl.ts';
import { javascript } from './samples/javascript.ts';
import { python } from './samples/python.ts';
import { type Parameter, type SampledOperation, sampleRequest } from './samples/request.ts';
import type { Schemas } from './schemas.ts';
import { withShared } from './shared-parameters.ts';

/*
 * Makes samples of code for every operation out of the contract. Where the API is, and with which
 * key, comes from the environment, so that a sample runs as it stands, and no key ends up in a script.
 */

export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** Adds its samples to every operation of the complete contract, as `x-codeSamples`. */
export function addCodeSamples(contract: Json): void {
  const { schemas = {} } = (contract.components ?? {}) as { schemas?: Schemas };
  for (const [path, item] of Object.entries(contract.paths as Record<string, Json>)) {
    const shared = (item.parameters ?? []) as Parameter[];
    for (const method of METHODS) {
      const operation = item[method];
      if (!isObject(operation)) continue;
      const whole = withShared<SampledOperation>(operation, shared);
      const request = sampleRequest(method.toUpperCase(), path, whole, schemas);
      operation['x-codeSamples'] = [
        { lang: 'Shell', label: 'curl', source: curl(request) },
        { lang: 'JavaScript', label: 'JavaScript', source: javascript(request) },
        { lang: 'Python', label: 'Python', source: python(request) },
      ] satisfies CodeSample[];
    }
  }
}
