import { stringify } from 'yaml';

/** Data as text that YAML 1.1 and 1.2 read the same: dates and words such as `no` stay strings. */
export function toYaml(document: object): string {
  const options = { aliasDuplicateObjects: false, blockQuote: 'literal', lineWidth: 0 } as const;
  return stringify(document, { version: '1.1', ...options });
}
