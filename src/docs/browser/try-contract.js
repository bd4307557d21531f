import { parseExactly, printExactly } from './try-json.js';

/** The root of the service: this file is in docs/static below it, also behind a proxy with a prefix. */
const ROOT = new URL('../../', import.meta.url);

/**
 * Loads the published contract, and returns what it says of one operation.
 *
 * @throws where it cannot be loaded
 */
export async function loadOperation(operationId) {
  const response = await fetch(new URL('openapi.json', ROOT));
  if (!response.ok) throw new Error(`The service returned ${response.status}.`);
  const contract = parseExactly(await response.text());
  const resolve = ({ $ref, ...rest }) => ($ref ? resolve(find(contract, $ref)) : rest);
  for (const [path, item] of Object.entries(contract.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (operation.operationId !== operationId) continue;
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      return describe({ contract, resolve, path, method, operation: { ...operation, parameters } });
    }
  }
  throw new Error(`The contract has no operation ${operationId}.`);
}

function describe({ contract, resolve, path, method, operation }) {
  const { security = contract.security ?? [], requestBody, parameters } = operation;
  return {
    ...operation,
    path,
    method: method.toUpperCase(),
    needsKey: security.length > 0,
    servers: serversOf(contract),
    // A page cannot choose the cookies of a request.
    parameters: parameters
      .map(resolve)
      .filter((parameter) => parameter.in !== 'cookie')
      .map((parameter) => ({
        ...parameter,
        schema: merge(resolve, parameter.schema),
        example: exampleOf(resolve, parameter),
      })),
    body: requestBody && bodyOf(resolve, resolve(requestBody)),
  };
}

/** The base addresses: the page's own first, since a page may send requests nowhere else. */
function serversOf({ servers }) {
  const addresses = servers.map(({ url }) => new URL(url.replace(/^\//, ''), ROOT));
  return [...new Set(addresses.map(({ href }) => href.replace(/\/$/, '')))]
    .map((url) => ({ url, isOwn: new URL(url).origin === location.origin }))
    .sort((a, b) => b.isOwn - a.isOwn);
}

/** A request body with an example of what is required. */
function bodyOf(resolve, { content, description = '', required = false }) {
  const [[mediaType, media]] = Object.entries(content);
  const { required: names } = merge(resolve, media.schema);
  const example = exampleOf(resolve, media);
  const isPart = ([name]) => !names || names.includes(name);
  const isObject = typeof example === 'object' && !Array.isArray(example);
  const value = isObject ? Object.fromEntries(Object.entries(example).filter(isPart)) : example;
  return { mediaType, description, required, text: printed(value) };
}

function exampleOf(resolve, { example, examples = {} }) {
  if (example !== undefined) return example;
  const [first] = Object.values(examples);
  return first && resolve(first).value;
}

function printed(value) {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : printExactly(value);
}

/** A schema with what its parts say. */
function merge(resolve, schema = {}) {
  const { allOf = [], ...own } = resolve(schema);
  return Object.assign({}, ...allOf.map((part) => merge(resolve, part)), own);
}

function find(contract, reference) {
  const names = reference.slice(2).split('/');
  return names.reduce(
    (node, name) => node[name.replaceAll('~1', '/').replaceAll('~0', '~')],
    contract,
  );
}
