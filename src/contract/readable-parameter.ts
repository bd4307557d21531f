import { type ApiError, invalidParameter } from './errors.ts';
import { parseJson } from './json-bodies.ts';
import type { Parameter } from './operations.ts';
import { type Shape, shapeOf, styleOf } from './parameter-shapes.ts';
import { type Decode, textReader } from './parameter-texts.ts';

/** How a parameter is read. */
export interface ReadableParameter {
  /** As handlers and messages have it. */
  readonly name: string;
  readonly shape: Shape;
  readonly explode: boolean;
  readonly isDeep: boolean;
  /** Reads what is written in one text. @throws invalid_parameter */
  read(text: string, decode: Decode): unknown;
}

/** By the names that handlers and messages have. */
export type Values = Readonly<Record<string, unknown>>;

/** @throws when the parameter could not be read as the contract says */
export function toReadable(
  parameter: Parameter,
  schemas: Readonly<Record<string, object>>,
): ReadableParameter {
  const name = nameOf(parameter);
  const shape = shapeOf(parameter, schemas);
  const { style, explode } = styleOf(parameter, shape);
  const read =
    shape.kind === 'json'
      ? (text: string, decode: Decode) => parseParameter(decode(text, name), name)
      : textReader(name, shape, { style, explode });
  return { name, shape, explode, isDeep: style === 'deepObject', read };
}

function parseParameter(text: string, name: string): unknown {
  try {
    return parseJson(text, name);
  } catch (error) {
    // It throws nothing else.
    throw invalidParameter((error as ApiError).message);
  }
}

/** Node has the names of headers in lower case. */
export function nameOf({ name, in: place }: Parameter): string {
  return place === 'header' ? name.toLowerCase() : name;
}
