/** Makes what depends on a table alone, such as the text of a statement, once for each. */
export function oncePerTable<Table extends object, Made>(
  make: (table: Table) => Made,
): (table: Table) => Made {
  const made = new WeakMap<Table, Made>();
  return (table) => {
    const known = made.get(table) ?? make(table);
    made.set(table, known);
    return known;
  };
}
