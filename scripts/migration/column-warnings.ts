import type { Provider } from '../../src/database/index.ts';
import { quoted } from './sql-text.ts';
import type { Column } from './tables.ts';

export interface Warning {
  /** What happens, beginning with the table or column. */
  readonly danger: string;
  /** Lines that say what to write into the migration. */
  readonly remedy: readonly string[];
}

export interface ColumnChange {
  readonly table: string;
  readonly column: string;
  readonly was: Column;
  readonly becomes: Column;
}

/** What rows may have in a column that it no longer takes. */
export function columnWarnings(provider: Provider, change: ColumnChange): Warning[] {
  const { table, column, was, becomes } = change;
  const place = `${table}.${column}`;
  const update = `UPDATE ${quoted(table)} SET ${quoted(column)} = ... WHERE ${quoted(column)}`;
  const gone = was.values?.filter((value) => becomes.values?.includes(value) === false) ?? [];
  const warnings = gone.map((value) => ({
    danger: `${place} can no longer be ${value}: this fails where a row is.`,
    remedy: [`Write first: ${update} = ${value};`],
  }));
  if (becomes.isRequired && !was.isRequired) {
    const danger = `${place} becomes required: this fails where a row has none.`;
    warnings.push({ danger, remedy: [`Write first: ${update} IS NULL;`] });
  }
  if (isConverted(was, becomes)) {
    const danger = `${place} becomes ${typeName(becomes)}: a value may not fit.`;
    warnings.push({ danger, remedy: [CONVERSION[provider]] });
  }
  return warnings;
}

const CONVERSION = {
  sqlite: 'SQLite keeps what it cannot convert as it is: convert it in the SELECT.',
  postgresql: 'This fails then: convert it in the USING.',
};

function isConverted(was: Column, becomes: Column): boolean {
  if (was.values && becomes.values) return false;
  const [before, after] = [typeName(was), typeName(becomes)];
  const isWider = after === 'TEXT' || (before === 'INTEGER' && after === 'BIGINT');
  return before !== after && !isWider && !becomes.isNumbered;
}

function typeName({ type, values }: Column) {
  if (values) return `one of ${values.join(', ')}`;
  // PostgreSQL's shorthand for an integer with a sequence.
  return type.replace('BIGSERIAL', 'BIGINT').replace('SERIAL', 'INTEGER');
}
