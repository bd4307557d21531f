interface Named {
  readonly name: string;
  readonly in: string;
}

/** An operation with the parameters of its path, unless it describes them itself. */
export function withShared<Operation extends { readonly parameters?: readonly Named[] }>(
  operation: Operation,
  shared: NonNullable<Operation['parameters']>,
): Operation {
  const { parameters: own = [] } = operation;
  const isOwn = (one: Named) => own.some((other) => keyOf(other) === keyOf(one));
  return { ...operation, parameters: [...shared.filter((one) => !isOwn(one)), ...own] };
}

/** The names of headers do not differ in upper and lower case. */
function keyOf({ name, in: place }: Named): string {
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`;
}
