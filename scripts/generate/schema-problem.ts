/** A schema that has no plain form, and what to write instead. */
export class SchemaProblem extends Error {
  readonly keys: readonly string[];

  constructor(keys: readonly string[], message: string) {
    super(message);
    this.keys = keys;
  }
}
