/** The properties of an object. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value of a property. Undefined for one that every object inherits. */
export function ownValue(fields: Fields, name: string): unknown {
  const value = fields[name];
  // All that is inherited are functions and the prototype. Looking for owners is what takes long.
  if (typeof value !== 'function' && name !== '__proto__') return value;
  return Object.hasOwn(fields, name) ? value : undefined;
}
