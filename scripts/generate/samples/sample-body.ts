import type { Json } from '../json.ts';
import type { Schemas } from '../schemas.ts';
import { examplesOf } from './examples.ts';
import { sampleValue, withoutReadOnly } from './sample-value.ts';

/** A value that is sent as JSON, or a text that is sent as it is. */
export type SampleBody = { readonly json: unknown } | { readonly text: string };

const JSON_TYPE = /^application\/(?:json|.*\+json)$/;
const LINES_TYPE = /^application\/(?:x-ndjson|jsonl)$/;

/** What a message carries, as its media type says. */
export type Form = 'json' | 'lines' | 'text' | 'bytes';

export function formOf(mediaType: string): Form {
  if (JSON_TYPE.test(mediaType)) return 'json';
  if (LINES_TYPE.test(mediaType)) return 'lines';
  return mediaType.startsWith('text/') ? 'text' : 'bytes';
}

/** The body of a request: the first example, or of lines all of them. */
export function sampleBody(mediaType: string, media: Json, schemas: Schemas): SampleBody {
  const { schema } = media;
  const examples = examplesOf(media);
  const values = (examples.length > 0 ? examples : [sampleValue(schema, schemas)]).map((value) =>
    withoutReadOnly(value, schema, schemas),
  );
  const [value] = values;
  const form = formOf(mediaType);
  if (form === 'json') return { json: value };
  const lines = values.map((one) => `${JSON.stringify(one)}\n`).join('');
  return { text: form === 'lines' ? lines : String(value) };
}
