/** A schema of the contract that the service could not check, read or write as it says. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
  /** Where in the schema. Inside a referenced schema it begins with `components`, `schemas` and the name. */
  readonly keys: readonly string[];

  /** @param message what to write instead */
  constructor(keys: readonly string[], message: string) {
    super(message);
    this.keys = keys;
  }
}
