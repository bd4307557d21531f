import type { ErrorObject } from 'ajv';

// What Ajv has found, in sentences that begin with the name of the field.

/** More sentences would not help a client. */
const MAX_SENTENCES = 20;

/** @param noun what to call a property that the schema does not have, such as `field` */
export function sentencesOf(errors: readonly ErrorObject[], noun: string): string[] {
  const found = withoutBranches(errors);
  // One sentence for a value of the wrong type, and for each text or number.
  const mistyped = new Set(found.filter(isTypeError).map(({ instancePath }) => instancePath));
  const described = new Set<string>();
  const sentences = new Set<string>();
  for (const error of found) {
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

/** Reduces the errors of a union to the errors of the branch that is meant, or to a single one. */
function withoutBranches(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const union = errors.find(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  if (!union) return errors;
  const { schemaPath, instancePath } = union;
  const isWithin = (error: ErrorObject) =>
    error.schemaPath.startsWith(`${schemaPath}/`) &&
    `${error.instancePath}/`.startsWith(`${instancePath}/`);
  const others = errors.filter((error) => error !== union && !isWithin(error));
  return withoutBranches([...others, ...explainUnion(union, errors.filter(isWithin))]);
}

function explainUnion(union: ErrorObject, within: readonly ErrorObject[]): readonly ErrorObject[] {
  const { schemaPath, instancePath, params } = union;
  const { length: count } = union.schema as readonly unknown[];
  const branches = Map.groupBy(within, (error) =>
    error.schemaPath.slice(schemaPath.length + 1).replace(/\/.*/s, ''),
  );
  const isOfType = (error: ErrorObject) =>
    error.instancePath !== instancePath || !isTypeError(error);
  const meant = [...branches.values()].filter((found) => found.every(isOfType));
  const [only] = meant;
  if (only && meant.length === 1 && !params.passingSchemas) return only;
  const say = (message: string) => [{ ...union, keyword: 'forms', message }];
  if (params.passingSchemas) return say(`must match only one of its ${count} forms`);
  if (meant.length > 0) return say(`must match one of its ${count} forms`);
  const types = within.filter((error) => !isOfType(error)).map(wantedType);
  return say(`must be ${orList([...new Set(types)])}`);
}

function wantedType({ keyword, params, message = '' }: ErrorObject): string {
  return keyword === 'type' ? typesOf(params.type) : message.replace('must be ', '');
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
    case 'minSent':
    case 'maxSent':
      return `${nameOf()} must have ${countOf(keyword, params.limit, noun)}.`;
    case 'uniqueItems':
      return `${nameOf()} must not contain an item twice.`;
    case 'discriminator':
      if (params.tagValue === undefined) return `${nameOf(params.tag)} is required.`;
      return `${nameOf(params.tag)} must be one of ${tagsOf(parentSchema, params.tag).join(', ')}.`;
    case 'pattern': {
      const ownMessage = parentSchema?.['x-pattern-message'];
      return `${nameOf()} ${ownMessage ?? `must match pattern "${schema}"`}.`;
    }
    default:
      return `${nameOf()} ${message}.`;
  }
}

/** The values of a field that choose a branch of a union. */
function tagsOf(union: ErrorObject['parentSchema'], tag: string): unknown[] {
  const branches: readonly Branch[] = union?.oneOf ?? [];
  return branches.flatMap(({ properties }) => {
    const { const: only, enum: values = [] } = properties[tag] ?? {};
    return only === undefined ? values : [only];
  });
}

interface Branch {
  readonly properties: Readonly<Record<string, { readonly const?: unknown; enum?: unknown[] }>>;
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
