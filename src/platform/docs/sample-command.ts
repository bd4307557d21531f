// A first request for people who have just started the service.

import type { Contract } from '../contract/index.ts';

interface Sampled {
  readonly 'x-codeSamples'?: readonly { readonly label: string; readonly source: string }[];
}

/**
 * The curl sample of the first operation that creates something, as one line to paste.
 *
 * @param origin of the service
 */
export function sampleCommand(contract: Contract, origin: string, apiKey: string): string {
  const operations = Object.entries(contract.document.paths)
    .filter(([path]) => !path.includes('{'))
    .flatMap(([, item]) => Object.entries<Sampled>(item as Record<string, Sampled>));
  const [, operation] = operations.find(([method]) => method === 'post') ?? operations[0] ?? [];
  const curl = operation?.['x-codeSamples']?.find(({ label }) => label === 'curl');
  return (curl?.source ?? '')
    .replaceAll(/ \\\n */g, ' ')
    .replace('$BASE_URL', () => `${origin}${contract.basePath}`)
    .replace('$API_KEY', () => apiKey);
}
