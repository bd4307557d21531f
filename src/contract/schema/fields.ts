/** The properties of an object. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value of a property. Undefined for one that every object inherits. */
export function ownValue(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}
