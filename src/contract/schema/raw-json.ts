/** JSON text in the place of a value, which `JSON.stringify` writes as it stands. */
export interface RawJson {
  readonly rawJSON: string;
}

/** What Node has and the library of TypeScript does not know yet. */
interface JsonWithRaw {
  rawJSON(text: string): RawJson;
  isRawJSON(value: unknown): value is RawJson;
}

/** @see https://github.com/tc39/proposal-json-parse-with-source */
export const { rawJSON, isRawJSON } = JSON as unknown as JsonWithRaw;
