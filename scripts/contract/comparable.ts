// The form of a contract that is compared. Two contracts with the same meaning have the same form:
// each schema is where it is used, in the form of compared-schemas.ts, and values that equal the
// default are left out. The places of the parts are kept.

import { comparedForms, type FormOf } from './compared-schemas.ts';
import { asObject, isObject, type Json, mapValues } from './json.ts';
import { operationsOf, parameterKey } from './operations.ts';
import { listOf } from './schemas.ts';
import { explicitScopesOf, isOfApiKey, scopesOf, scopesOfOperation } from './scopes.ts';
import { serverAddress } from './server-addresses.ts';
import { setWrittenKeys, writtenKeys } from './written-keys.ts';

/**
 * The keyword with the scopes of an operation, as one text with commas. In a contract with scopes,
 * every operation has it.
 */
export const SCOPES = 'x-required-scopes';
/** Follows a scope that a key has only if it is listed. */
export const EXPLICIT = ' (explicit)';

/** The defaults of a parameter's or a header's keywords. */
const DEFAULTS: Json = { required: false, deprecated: false };

/** Puts a complete contract into this form. */
export function comparable(contract: Json): { contract: Json; formOf: FormOf } {
  const { formAt, formOf } = comparedForms(contract);
  const paths: Record<string, Json> = {};
  for (const [path, item] of Object.entries(asObject(contract.paths))) {
    const { parameters: _, ...others } = asObject(item);
    paths[path] = others;
  }
  const explicit = explicitScopesOf(contract);
  const ofNone = Object.keys(scopesOf(contract)).length > 0 ? '' : undefined;
  for (const { written, keys } of operationsOf(contract)) {
    const [, path, method] = keys;
    // A released contract has code samples, which generation adds.
    const { security, 'x-codeSamples': __, ...own } = written;
    const parameters = withShared(own.parameters, asObject(contract.paths)[path], path);
    const compared = withForms({ ...own, ...(parameters.length > 0 && { parameters }) }, keys);
    // Every operation requires an API key, whether or not it has a `security` of its own.
    const scopes = scopesOfOperation(written)
      .sort()
      .map((scope) => (explicit.includes(scope) ? scope + EXPLICIT : scope))
      .join();
    const required = security ?? contract.security;
    asObject(paths[path])[method] = {
      ...asObject(compared),
      [SCOPES]: scopes || ofNone,
      ...(!isOfApiKey(required) && { security: required }),
    };
  }
  // A changed description of a server is no change of the server.
  const servers = listOf(contract.servers).map((server) => {
    const { url, variables } = asObject(server);
    return { url, address: serverAddress(String(url)), variables };
  });
  return { contract: { ...contract, servers, paths }, formOf };

  function withForms(value: unknown, keys: readonly string[]): unknown {
    if (Array.isArray(value)) {
      return value.map((one, index) => withForms(one, [...keys, String(index)]));
    }
    if (!isObject(value)) return value;
    const at = writtenKeys(value, keys);
    const said = Object.entries(value).filter(
      ([key, part]) => !('schema' in value && (DEFAULTS[key] === part || isUsual(key, value))),
    );
    const result = mapValues(Object.fromEntries(said), (part, key) => {
      if (key === 'schema') {
        return formAt(part, keys[3] === 'responses' ? 'response' : 'request', [...at, key]);
      }
      const isExample = key === 'example' || key === 'examples';
      return isExample ? part : withForms(part, [...at, key]);
    });
    setWrittenKeys(result, at);
    return result;
  }
}

/** The parameters of an operation, and those of its path that it does not replace. */
function withShared(own: unknown, item: unknown, path: string): unknown[] {
  const names = new Set(listOf(own).map(parameterKey));
  const shared = listOf(asObject(item).parameters).flatMap((one, index) => {
    if (names.has(parameterKey(one))) return [];
    const parameter = { ...asObject(one) };
    setWrittenKeys(parameter, ['paths', path, 'parameters', String(index)]);
    return [parameter];
  });
  return [...listOf(own), ...shared];
}

/** Whether a keyword says how a parameter or a header is sent in any case. */
function isUsual(key: string, { in: place, style, explode }: Json): boolean {
  const isForm = place === 'query' || place === 'cookie';
  const usual = isForm ? 'form' : 'simple';
  if (key === 'style') return style === usual;
  return key === 'explode' && explode === ((style ?? usual) === 'form');
}
