// What Ajv has found, in sentences that begin with the name of the field.

import type { ErrorObject } from 'ajv';
import { discriminatorValues, type Schema } from './schemas.ts';

/** More sentences would not help a client. */
const MAX_SENTENCES = 20;

/** @param noun what to call a property that the schema does not have, such as `field` */
export function sentencesOf(errors: readonly ErrorObject[], noun: string): string[] {
  // One sentence for a value of the wrong type, and for each text or number.
  const mistyped = new Set(errors.filter(isTypeError).map(({ instancePath }) => instancePath));
  const described = new Set<string>();
  const sentences = new Set<string>();
  for (const error of errors) {
    const { instancePath, data } = error;
    if (described.has(instancePath)) continue;
    if (mistyped.has(instancePath) && !isTypeError(error)) continue;
    if (typeof data !== 'object' || data === null) described.add(instancePath);
    sentences.add(sentenceOf(error, noun));
    if (sentences.size === MAX_SENTENCES) break;
  }
  return [...sentences];
}

function isTypeError({ keyword }: ErrorObject): boolean {
  return keyword === 'type' || keyword === 'exactNumber';
}

function sentenceOf(error: ErrorObject, noun: string): string {
  const { keyword, params, parentSchema, schema, data, message, instancePath } = error;
  const steps = instancePath.split('/').slice(1);
  const path = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const nameOf = (...more: string[]) => {
    const names = [...path, ...more];
    return names.length === 0 ? 'The body' : shownName(names.join('.'));
  };
  // A parameter that is sent twice arrives as a list.
  if (noun === 'parameter' && Array.isArray(data) && isTypeError(error)) {
    return `${nameOf()} must be sent only once.`;
  }
  switch (keyword) {
    case 'required':
      return `${nameOf(params.missingProperty)} is required.`;
    case 'additionalProperties':
      return `${nameOf(params.additionalProperty)} is not a known ${noun}.`;
    case 'type':
      return `${nameOf()} must be ${typesOf(params.type)}.`;
    case 'enum':
      return `${nameOf()} must be one of ${params.allowedValues.map(String).join(', ')}.`;
    case 'const':
      return `${nameOf()} must be ${params.allowedValue}.`;
    case 'minLength':
    case 'maxLength':
      return `${nameOf()} must have ${countOf(keyword, params.limit, 'character')}.`;
    case 'minItems':
    case 'maxItems':
      return `${nameOf()} must have ${countOf(keyword, params.limit, 'item')}.`;
    case 'minProperties':
    case 'maxProperties':
      return `${nameOf()} must have ${countOf(keyword, params.limit, noun)}.`;
    case 'discriminator':
      if (params.tagValue === undefined) return `${nameOf(params.tag)} is required.`;
      return `${nameOf(params.tag)} must be one of ${allTagsOf(parentSchema, params.tag)}.`;
    case 'pattern': {
      const ownMessage = parentSchema?.['x-pattern-message'];
      return `${nameOf()} ${ownMessage ?? `must match pattern "${schema}"`}.`;
    }
    default:
      return `${nameOf()} ${message}.`;
  }
}

function allTagsOf(union: ErrorObject['parentSchema'], tag: string): string {
  const branches: readonly Schema[] = union?.oneOf ?? [];
  return branches.flatMap((branch) => discriminatorValues(branch, tag)).join(', ');
}

function typesOf(type: string | readonly string[]): string {
  return orList([type].flat().map(withArticle));
}

function withArticle(type: string): string {
  if (type === 'null') return type;
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** Names as in `a, b or c`. */
function orList(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

function countOf(keyword: string, limit: number, noun: string): string {
  const bound = keyword.startsWith('min') ? 'least' : 'most';
  return `at ${bound} ${limit} ${noun}${limit === 1 ? '' : 's'}`;
}

const MAX_NAME_LENGTH = 64;
/** Characters that a terminal or a page does not show: control characters, changes of direction. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The name of a field, which clients choose: without invisible characters, and cut after 64. */
export function shownName(name: string): string {
  if (name === '') return '""';
  const shown = name.toWellFormed().replace(INVISIBLE, '\ufffd');
  return shown.length <= MAX_NAME_LENGTH ? shown : shown.replace(/^(.{64}).+$/su, '$1…');
}
