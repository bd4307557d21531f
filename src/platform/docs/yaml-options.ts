// How a contract is written as YAML: so that YAML 1.1 and 1.2 read the same, for example `no`.

export const YAML_OPTIONS = {
  compat: 'yaml-1.1',
  aliasDuplicateObjects: false,
  blockQuote: 'literal',
  lineWidth: 100,
} as const;
