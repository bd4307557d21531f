import { isObject, type Json } from '../../generate/json.ts';
import { reportUnbounded } from './bounded.ts';
import { formOf, isError } from './messages.ts';
import { type Parameter, reportBoth, reportParameter, reportResponseHeader } from './parameters.ts';
import { partsOf, propertiesOf } from './parts.ts';
import { type At, notSupported } from './rules.ts';
import { typesOf } from './types.ts';

/*
 * Operations: whether their parts fit each other.
 */

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];
/** Keywords of a text that can be checked before it has been read to its end. */
const TEXT_KEYWORDS = [
  'type',
  'title',
  'description',
  'minLength',
  'maxLength',
  'example',
  'examples',
  'deprecated',
];

interface Placed {
  readonly parameter: Parameter;
  readonly at: At;
}

/** Reports what does not fit in the paths and their operations. */
export function reportOperations(at: At): void {
  const { paths, servers } = at.document as {
    paths: Record<string, Json>;
    servers: { url: string }[];
  };
  for (const [index, { url }] of servers.entries()) {
    const place = at.below('servers', index, 'url');
    if (/[{}]/.test(url)) place.report('Write each address out: variables are not supported.');
    if (index === 0 && !url.startsWith('/')) {
      place.report(
        'Begin the first address with `/`: it is the path that all operations have in common.',
      );
    }
  }
  for (const [path, item] of Object.entries(paths)) {
    const place = at.below('paths', path);
    reportPath(path, place);
    const shared = parametersOf(item, place);
    for (const method of METHODS.filter((one) => one in item)) {
      reportOperation(path, method, item[method] as Json, shared, place.below(method));
    }
    for (const { parameter, at: where } of shared) reportParameter(parameter, where);
    reportTwice(shared);
  }
}

function reportPath(path: string, at: At) {
  if (!path.startsWith('/')) at.report('Begin the path with `/`.');
  for (const segment of path.split('/').slice(1)) {
    if (/^\{[^{}]+\}$/.test(segment) || /^[A-Za-z0-9._~-]+$/.test(segment)) continue;
    if (/[{}]/.test(segment))
      at.report('Give each parameter a segment of its own, such as `/pets/{petId}`.');
    else
      at.report(
        'Write a path of names and parameters here, such as `/pets/{petId}`, without a `/` at its end.',
      );
  }
  const names = templateOf(path);
  if (new Set(names).size < names.length)
    at.report('Give each parameter of this path a name of its own.');
}

function templateOf(path: string): string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
}

function reportOperation(
  path: string,
  method: string,
  operation: Json,
  shared: readonly Placed[],
  at: At,
) {
  const own = parametersOf(operation, at);
  for (const { parameter, at: where } of own) reportParameter(parameter, where);
  reportTwice(own);
  const isReplaced = ({ parameter }: Placed) =>
    own.some((one) => idOf(one.parameter) === idOf(parameter));
  const parameters = [...own, ...shared.filter((one) => !isReplaced(one))];
  reportTemplate(path, parameters, at);
  reportKeys(parameters);
  reportSecurity(operation, at);
  if (isObject(operation.requestBody)) {
    const place = at.below('requestBody');
    if (['get', 'delete'].includes(method)) {
      place.report(`A body of ${method.toUpperCase()} is not supported. Use parameters, or POST.`);
    }
    reportContent(operation.requestBody, place, 'request');
  }
  for (const [status, response] of Object.entries(operation.responses as Record<string, Json>)) {
    const place = at.below('responses', status);
    reportContent(response, place, isError(status) ? 'error' : 'response');
    reportHeaders(response, place);
  }
}

function reportSecurity(operation: Json, at: At) {
  if ('security' in operation || 'security' in at.document) return;
  at.report(
    'Ask for an API key: no operation is open to everybody. Write `security: [{ apiKey: [] }]` at the top.',
  );
}

function parametersOf({ parameters }: Json, at: At): Placed[] {
  if (!Array.isArray(parameters)) return [];
  return parameters
    .map((parameter, index) => ({ parameter, at: at.below('parameters', index) }))
    .filter(({ parameter }) => !('$ref' in parameter));
}

/** Names of header fields are the same in any case. */
function idOf({ in: place, name }: Parameter) {
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`;
}

function reportTwice(parameters: readonly Placed[]) {
  const known = new Set<string>();
  for (const { parameter, at } of parameters) {
    const id = idOf(parameter);
    if (known.has(id))
      at.report(`Remove it: there is another ${parameter.in} parameter \`${parameter.name}\`.`);
    known.add(id);
  }
}

function reportTemplate(path: string, parameters: readonly Placed[], at: At) {
  const inPath = parameters.filter(({ parameter }) => parameter.in === 'path');
  const names = templateOf(path);
  for (const name of names.filter(
    (one) => !inPath.some(({ parameter }) => parameter.name === one),
  )) {
    at.report(`Describe \`{${name}}\` of the path as a parameter with \`in: path\`.`);
  }
  for (const { parameter, at: place } of inPath) {
    if (!names.includes(parameter.name))
      place.report(`Write \`{${parameter.name}}\` in the path, or remove this parameter.`);
  }
}

/** In a query, the fields of an object have names of their own. */
function reportKeys(parameters: readonly Placed[]) {
  const known = new Map<string, string>();
  for (const { parameter, at } of parameters.filter((one) => one.parameter.in === 'query')) {
    for (const key of keysOf(parameter, at)) {
      const other = known.get(key);
      if (other !== undefined && other !== parameter.name) {
        at.report(`Rename it: \`${key}\` in the query is \`${other}\` already.`);
      }
      known.set(key, parameter.name);
    }
  }
}

function keysOf({ name, style = 'form', explode, schema }: Parameter, at: At): string[] {
  if (!schema || !typesOf(schema, at.document)?.includes('object')) return [name];
  const properties = [...propertiesOf(partsOf(schema, at.document)).keys()];
  if (style === 'deepObject') return properties.map((property) => `${name}[${property}]`);
  return style === 'form' && explode !== false ? properties : [name];
}

function reportHeaders({ headers = {} }: Json, at: At) {
  const known = new Set<string>();
  for (const [name, header] of Object.entries(headers as Record<string, Json>)) {
    const place = at.below('headers', name);
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
      place.report('Write a name here that a header can have.');
    if (known.has(name.toLowerCase())) place.report('Remove it: another header has the same name.');
    known.add(name.toLowerCase());
    if (!('$ref' in header)) reportResponseHeader(header, place);
  }
}

function reportContent({ content }: Json, at: At, of: 'request' | 'response' | 'error') {
  if (!isObject(content)) return;
  for (const [name, mediaType] of Object.entries(content)) {
    if (!isObject(mediaType)) continue;
    const place = at.below('content', name);
    const form = formOf(name);
    reportBoth(mediaType, place);
    if (form === 'bytes') reportBytes(mediaType, place);
    else if (!isObject(mediaType.schema)) {
      if (form)
        place.report(
          `Describe with \`schema\` what ${form === 'lines' ? 'each line' : 'the body'} is.`,
        );
    } else if (form === 'text') reportText(mediaType.schema, place.below('schema'));
    if (of === 'request' && form !== 'bytes' && isObject(mediaType.schema)) {
      reportUnbounded(mediaType.schema, place.below('schema'));
    }
    if (form && form !== 'json' && of === 'error')
      place.report(notSupported(name, 'Use application/json for errors.'));
  }
}

function reportBytes(mediaType: Json, at: At) {
  const { schema = {} } = mediaType as { schema?: Json };
  const keyword = Object.keys(schema).find((key) => !['title', 'description'].includes(key));
  if (keyword)
    at.below('schema', keyword).report(
      'Leave it out: bytes are not checked. Write no schema, or `{}`.',
    );
  for (const key of ['example', 'examples'].filter((one) => one in mediaType)) {
    at.below(key).report('Remove it: YAML has no bytes.');
  }
}

function reportText(schema: Json, at: At) {
  const parts = partsOf(schema, at.document);
  if (typesOf(schema, at.document)?.join() !== 'string')
    at.report('Write `type: string`: the body is text.');
  for (const { schema: part, keys } of parts) {
    for (const key of Object.keys(part).filter(
      (one) => ![...TEXT_KEYWORDS, '$ref'].includes(one),
    )) {
      at.below(...keys, key).report(
        `\`${key}\` of a body of text is not supported. Use \`minLength\` and \`maxLength\`.`,
      );
    }
  }
}
