import { stringify } from 'yaml';

/** Data as text that YAML 1.1 and 1.2 read the same: dates and words such as `no` stay strings. */
export function toYaml(document: object): string {
  return stringify(document, {
    version: '1.2',
    compat: 'yaml-1.1',
    aliasDuplicateObjects: false,
    blockQuote: 'literal',
    lineWidth: 100,
  });
}
