import type { FastifyRequest } from 'fastify';
import { invalidParameter } from './errors.ts';
import type { Parameter } from './operations.ts';
import { sentTwice } from './parameter-texts.ts';
import { parameterNames, pathTexts, routerName } from './path-templates.ts';
import { decodeQueryText, decodeText, readQuery } from './query-string.ts';
import type { ReadableParameter, Values } from './readable-parameter.ts';
import { shownName } from './schema/index.ts';

/*
 * Finds the parameters in the places of a request. What they hold is not checked yet.
 */

type ReadPlace = (request: FastifyRequest) => Values;
type MutableValues = Record<string, unknown>;

const NOTHING = Object.freeze(Object.create(null));

/**
 * Inherits nothing, since a parameter may be called `constructor`. Without any prototype V8 would keep it as a
 * dictionary, which takes ten times as long to copy.
 */
function createValues(): MutableValues {
  return Object.create(NOTHING);
}

/** Headers that belong to other parts of the contract. @see OpenAPI 3.1 section 4.8.12.1 */
const RESERVED_HEADERS = new Set(['accept', 'content-type', 'authorization']);

/** @throws when the place cannot have these parameters */
export function placeReader(
  place: Parameter['in'],
  parameters: readonly ReadableParameter[],
  path: string,
): ReadPlace {
  const repeated = parameters.find(({ name }, index) =>
    parameters.slice(0, index).some((other) => other.name === name),
  );
  if (repeated) throw new Error(`The parameter ${repeated.name} (in ${place}) appears twice.`);
  if (place === 'path') return pathReader(parameters, path);
  if (place === 'query') return queryReader(parameters);
  return place === 'header' ? headerReader(parameters) : cookieReader(parameters);
}

function pathReader(parameters: readonly ReadableParameter[], path: string): ReadPlace {
  const names = parameterNames(path);
  const known = parameters.map(({ name }) => name);
  if (names.toSorted().join() !== known.toSorted().join()) {
    throw new Error(
      `The path ${path} has the parameters [${names}], but [${known}] are described.`,
    );
  }
  const indexed = parameters.map((parameter) => ({
    parameter,
    index: names.indexOf(parameter.name),
    isPlain: parameter.shape.kind === 'value',
  }));
  return ({ params, url }) => {
    const values = createValues();
    for (const { parameter, index, isPlain } of indexed) {
      values[parameter.name] = isPlain
        ? // The router gives the path's parameters their own names.
          (params as Record<string, string>)[routerName(index)]
        : parameter.read(String(pathTexts(url, path)[index]), decodeText);
    }
    return values;
  };
}

type Put = (values: MutableValues, text: string) => void;

function queryReader(parameters: readonly ReadableParameter[]): ReadPlace {
  const puts = new Map<string, Put>();
  for (const [name, put] of parameters.flatMap(queryNames)) {
    if (puts.has(name)) throw new Error(`The query parameter ${name} has two meanings.`);
    puts.set(name, put);
  }
  return ({ url }) => {
    const values = createValues();
    readQuery(url, (name, text) => {
      const put = puts.get(name);
      if (!put) throw invalidParameter(`${shownName(name)} is not a known parameter.`);
      put(values, text);
    });
    return values;
  };
}

/** The names that a parameter has in a query, with what each of them puts into the values. */
function queryNames(parameter: ReadableParameter): (readonly [name: string, put: Put])[] {
  const { name, shape, explode, isDeep } = parameter;
  if (shape.kind === 'object' && (explode || isDeep)) {
    return shape.properties.map((property) => {
      const sentAs = isDeep ? `${name}[${property}]` : property;
      return [sentAs, putProperty(name, property, sentAs)] as const;
    });
  }
  if (shape.kind === 'list' && explode) return [[name, putElement(name)]];
  const put: Put = (values, text) => {
    if (values[name] !== undefined) throw sentTwice(name);
    values[name] = parameter.read(text, decodeQueryText);
  };
  return [[name, put]];
}

function putElement(name: string): Put {
  return (values, text) => {
    const element = decodeQueryText(text, name);
    const list = values[name];
    if (Array.isArray(list)) list.push(element);
    else values[name] = [element];
  };
}

function putProperty(name: string, property: string, sentAs: string): Put {
  return (values, text) => {
    values[name] ??= createValues();
    // Nothing but this puts anything there.
    const object = values[name] as MutableValues;
    if (object[property] !== undefined) throw sentTwice(sentAs);
    object[property] = decodeQueryText(text, sentAs);
  };
}

function headerReader(parameters: readonly ReadableParameter[]): ReadPlace {
  const reserved = parameters.find(({ name }) => RESERVED_HEADERS.has(name));
  if (reserved) throw new Error(`The header ${reserved.name} cannot be a parameter.`);
  return ({ headers }) => {
    const values = createValues();
    for (const parameter of parameters) {
      const text = Object.hasOwn(headers, parameter.name) ? headers[parameter.name] : undefined;
      if (text === undefined) continue;
      values[parameter.name] = parameter.read(String(text), decodeOf(parameter));
    }
    return values;
  };
}

/**
 * Headers are not percent-encoded. There may be white space around the elements of a list.
 *
 * @see RFC 9110 section 5.6.1
 */
function decodeOf({ shape }: ReadableParameter) {
  const isList = shape.kind === 'list' || shape.kind === 'object';
  return (text: string) => (isList ? text.replaceAll(/^[ \t]+|[ \t]+$/g, '') : text);
}

function cookieReader(parameters: readonly ReadableParameter[]): ReadPlace {
  const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  return ({ headers }) => {
    const values = createValues();
    for (const pair of (headers.cookie ?? '').split(';')) {
      const equals = pair.indexOf('=');
      const parameter = byName.get(pair.slice(0, Math.max(equals, 0)).trim());
      if (!parameter) continue;
      if (values[parameter.name] !== undefined) throw sentTwice(parameter.name);
      values[parameter.name] = parameter.read(pair.slice(equals + 1).trim(), decodeText);
    }
    return values;
  };
}
