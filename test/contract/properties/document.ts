import type { Parameter } from './parameters.ts';
import type { Schema } from './schema.ts';

/*
 * A complete contract as the property tests read it, apart from how the service does.
 */

/** A complete contract: schemas by `$ref`, everything else in place. */
export interface ContractDocument {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

type PathItem = { readonly parameters?: readonly Parameter[] } & Readonly<
  Partial<Record<Method, OperationObject>>
>;
type Method = (typeof METHODS)[number];

interface OperationObject {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

export interface ResponseObject {
  readonly headers?: Readonly<Record<string, { required?: boolean; schema: Schema }>>;
  readonly content?: Content;
}

export type Content = Readonly<
  Record<string, { readonly schema?: Schema; readonly example?: unknown }>
>;

/** An operation, with the parameters of its path. */
export interface Operation {
  readonly operationId: string;
  readonly method: string;
  /** With the base path, and parameters in braces. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: (Media & { readonly isRequired: boolean }) | undefined;
  readonly responses: Readonly<Record<string, ResponseObject>>;
  /** What a handler can respond with. */
  readonly successStatuses: readonly number[];
}

/** How a body is written. */
export type BodyKind = 'json' | 'text' | 'bytes' | 'lines';

export interface Media {
  readonly type: string;
  readonly kind: BodyKind;
  /** Of the whole body, or of each line. */
  readonly schema: Schema;
  readonly example?: unknown;
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;
const KINDS: Readonly<Record<string, BodyKind>> = {
  'text/plain': 'text',
  'text/csv': 'text',
  'application/octet-stream': 'bytes',
  'application/x-ndjson': 'lines',
  'application/jsonl': 'lines',
};

/** The operations in the order of the contract. */
export function readOperations({ servers, paths }: ContractDocument): Operation[] {
  const basePath = servers[0]?.url ?? '';
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const object = item[method];
      if (!object) return [];
      const { operationId, parameters = [], requestBody, responses } = object;
      const body = requestBody && mediaOf(requestBody.content);
      return {
        operationId,
        method: method.toUpperCase(),
        path: basePath + path,
        parameters: [...(item.parameters ?? []).filter(isNotAmong(parameters)), ...parameters],
        body: body && { ...body, isRequired: requestBody?.required ?? false },
        responses,
        successStatuses: Object.keys(responses)
          .map(Number)
          .filter((status) => status < 400),
      };
    }),
  );
}

function isNotAmong(parameters: readonly Parameter[]) {
  return ({ name, in: place }: Parameter) =>
    !parameters.some((one) => one.name === name && one.in === place);
}

/** The one media type of a body; undefined where there is no body. */
export function mediaOf(content: Content = {}): Media | undefined {
  const [[type, { schema = {}, example }] = ['', {}]] = Object.entries(content);
  return type ? { type, kind: KINDS[type] ?? 'json', schema, example } : undefined;
}

/** The URLs that reach a path. */
export function patternOf(path: string): RegExp {
  const literals = path.split(/\{[^}]+\}/);
  const escaped = literals.map((literal) => literal.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('[^/]+')}$`);
}
