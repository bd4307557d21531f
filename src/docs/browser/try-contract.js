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
      return describe({ contract, resolve, path, method, operation });
    }
  }
  throw new Error(`The contract has no operation ${operationId}.`);
}

function describe({ contract, resolve, path, method, operation }) {
  const parameters = (operation.parameters ?? []).map(resolve);
  return {
    ...operation,
    path,
    method: method.toUpperCase(),
    needsKey: (operation.security ?? contract.security ?? []).length > 0,
    servers: serversOf(contract),
    parameters: parameters.map((parameter) => ({
      ...parameter,
      schema: merge(resolve, parameter.schema),
    })),
    body: operation.requestBody && bodyOf(resolve(operation.requestBody)),
  };
}

/** The base addresses: the page's own first, since a page may send requests nowhere else. */
function serversOf({ servers }) {
  const addresses = servers.map(({ url }) => new URL(url.replace(/^\//, ''), ROOT));
  return [...new Set(addresses.map(({ href }) => href.replace(/\/$/, '')))]
    .map((url) => ({ url, isOwn: new URL(url).origin === location.origin }))
    .sort((a, b) => b.isOwn - a.isOwn);
}

/** A request body with what the contract's first example has: only what is required. */
function bodyOf({ content, description = '', required = false }) {
  const [[mediaType, { examples = {}, example }]] = Object.entries(content);
  const first = example ?? Object.values(examples)[0]?.value;
  return { mediaType, description, required, text: printed(first) };
}

function printed(value) {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : printExactly(value);
}

/** A schema with what its parts say. */
function merge(resolve, schema) {
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
