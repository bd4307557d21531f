import { isHidden, propertiesOf } from './composites.ts';
import { type Fields, ownValue } from './fields.ts';
import { type Field, generateWrite } from './object-code.ts';
import type { Write, Writing } from './writing.ts';

/** Writes the properties that the schema describes. Others are not read. */
export function objectWrite(writing: Writing): Write {
  const { careful } = writing;
  const fields = fieldsOf(writing);
  const write = generateWrite(fields, (value) => writeFields(fields, value));
  return (value) => {
    const isPlain =
      typeof value === 'object' &&
      value !== null &&
      Object.getPrototypeOf(value) === Object.prototype;
    // A plain object has properties of whatever kind.
    return isPlain ? write(value as Fields) : careful(value);
  };
}

function fieldsOf({ schema, keys, surroundings, writerOf }: Writing): Field[] {
  const shown = propertiesOf(schema, keys).filter(([, part]) => !isHidden(part, surroundings));
  // It was checked to be a list of names.
  const required = (schema.required ?? []) as readonly string[];
  return shown.map(([name, part]) => ({
    name,
    key: `${JSON.stringify(name)}:`,
    isRequired: required.includes(name),
    writer: writerOf(part),
  }));
}

/** Writes one property after the other, where not all of them are plain. */
function writeFields(fields: readonly Field[], value: Fields): string | undefined {
  let text = '';
  for (const { name, key, isRequired, writer } of fields) {
    const part = ownValue(value, name);
    if (part === undefined && !isRequired) continue;
    const written = part === undefined ? undefined : writer.write(part);
    if (written === undefined) return undefined;
    text += `${text ? ',' : ''}${key}${written}`;
  }
  return `{${text}}`;
}
