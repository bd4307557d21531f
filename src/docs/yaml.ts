import { Document, type ScalarTag, visit } from 'yaml';

/** Words that YAML 1.1 has a meaning for, and text that a parser shortens. */
const WORDS = /^(?:=|<<|\s+)$/;
/** Characters that a parser takes for the end of a text, or cannot have as they are. */
const UNSEEN = /[\t\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/;

/** In YAML 1.1 a number with an exponent has a point: `1e+21` is text. */
const POWER_OF_TEN: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) => typeof value === 'number' && /^-?\de/.test(String(value)),
  test: /^-?\d\.0e[+-]\d+$/,
  resolve: Number,
  stringify: ({ value }) => String(value).replace('e', '.0e'),
};

/** Data as text that YAML 1.1 and 1.2 read the same: dates and words such as `no` stay strings. */
export function toYaml(document: object): string {
  const yaml = new Document(document, {
    version: '1.2',
    compat: 'yaml-1.1',
    aliasDuplicateObjects: false,
    customTags: (tags) => [POWER_OF_TEN, ...tags],
  });
  visit(yaml, {
    Scalar(_key, node) {
      const { value } = node;
      if (typeof value !== 'string') return;
      if (WORDS.test(value) || UNSEEN.test(value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  const text = yaml.toString({ blockQuote: 'literal', lineWidth: 100 });
  // Such characters are within quotes only, where an escape is read.
  return text.replaceAll(new RegExp(UNSEEN, 'g'), escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
