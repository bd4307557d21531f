import { SchemaError } from '../../../src/contract/schemas.ts';
import { isObject, type Json } from '../../generate/json.ts';
import {
  type Compile,
  createCompile,
  reportCompiled,
  reportExamples,
  reportValue,
  type Use,
} from './compiled.ts';
import { formOf } from './messages.ts';
import type { At, Placed } from './rules.ts';

/*
 * Every schema where it is used, compiled in the way that the service compiles it there, and every
 * value that the contract has of it.
 */

/** Reports what the service could not keep of the schemas, and values that do not fit theirs. */
export function reportUses(schemas: readonly Placed[], at: At): void {
  const compile = createCompile(at.document);
  for (const placed of schemas) reportOwnValues(placed, compile);
  const { paths } = at.document as { paths: Record<string, Json> };
  for (const [path, item] of Object.entries(paths)) {
    const place = at.below('paths', path);
    reportParameters(item, place, compile);
    for (const [method, operation] of Object.entries(item)) {
      if (isObject(operation)) reportOperation(operation, place.below(method), compile);
    }
  }
}

function reportOperation(operation: Json, at: At, compile: Compile) {
  reportParameters(operation, at, compile);
  const { requestBody, responses } = operation;
  if (isObject(requestBody))
    reportContent(requestBody, 'request', at.below('requestBody'), compile);
  for (const [status, response] of entriesOf(responses)) {
    const place = at.below('responses', status);
    reportContent(response, 'response', place, compile);
    for (const [name, header] of entriesOf(response.headers)) {
      reportSchema(header, ['response', 'response'], place.below('headers', name), compile);
    }
  }
}

function reportParameters({ parameters }: Json, at: At, compile: Compile) {
  for (const [index, parameter] of entriesOf(parameters)) {
    const place = at.below('parameters', index);
    // An example is a value, and not yet its text.
    reportSchema(parameter, ['text', 'request'], place, compile);
    reportContent(parameter, 'request', place, compile);
  }
}

function reportContent({ content }: Json, use: Use, at: At, compile: Compile) {
  for (const [name, mediaType] of entriesOf(content)) {
    if (formOf(name) !== 'bytes')
      reportSchema(mediaType, [use, use], at.below('content', name), compile);
  }
}

/** Reports on a schema and the examples of what has it. */
function reportSchema(
  owner: Json,
  [use, useOfExamples]: readonly [Use, Use],
  at: At,
  compile: Compile,
) {
  const { schema } = owner;
  if (!isObject(schema)) return;
  reportCompiled(schema, use, at.below('schema'), compile);
  reportExamples(owner, schema, useOfExamples, at, compile);
}

/** Reports values in a schema that it does not allow itself. The compiler looks at defaults. */
function reportOwnValues({ schema, at }: Placed, compile: Compile) {
  const { default: _default, example, examples, ...others } = schema;
  const lists = [
    ...(Array.isArray(schema.enum)
      ? schema.enum.map((value, index) => [['enum', index], value])
      : []),
    ...('const' in schema ? [[['const'], schema.const]] : []),
  ] as [(string | number)[], unknown][];
  const shown = [
    ...(example === undefined ? [] : [[['example'], example]]),
    ...(Array.isArray(examples)
      ? examples.map((value, index) => [['examples', index], value])
      : []),
  ] as [(string | number)[], unknown][];
  if (lists.length + shown.length === 0) return;
  const [request, response] = [compile(others, 'request'), compile(others, 'response')];
  if (request instanceof SchemaError || response instanceof SchemaError) return;
  for (const [keys, value] of lists) reportValue(value, request, 'request', at.below(...keys));
  for (const [keys, value] of shown) {
    // A field may be of one direction only.
    if (request.check(value).length > 0)
      reportValue(value, response, 'response', at.below(...keys));
  }
}

/** The named or numbered parts that are objects. */
function entriesOf(value: unknown): [string, Json][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).filter((entry): entry is [string, Json] => isObject(entry[1]));
}
