import { isObject, type Json } from '../json.ts';
import { type Form, formOf } from './sample-body.ts';

/** What a sample does with the successful responses. */
export interface SampleResponse {
  /** What the body is; undefined where no response has one. */
  readonly form: Form | undefined;
  /** Whether a response leads elsewhere, which is to be shown and not followed. */
  readonly isRedirect: boolean;
  /** Whether a response without body says where something is. */
  readonly hasLocation: boolean;
  /** Whether every successful response has a body. */
  readonly hasBody: boolean;
}

/** How the successful responses of an operation are read, whichever it gets. */
export function sampleResponse(responses: Json): SampleResponse {
  const successes = Object.entries(responses)
    .filter(([status]) => /^[23]/.test(status))
    .map(([status, response]) => ({ status, ...(isObject(response) ? response : {}) }) as Success);
  const forms = successes.map(({ content }) => Object.keys(content ?? {}).map(formOf)[0]);
  const known = new Set(forms.filter((form) => form !== undefined));
  const [form] = known;
  return {
    // Anything can be read as text but bytes.
    form: known.size > 1 ? (known.has('bytes') ? 'bytes' : 'text') : form,
    isRedirect: successes.some(({ status }) => status.startsWith('3')),
    hasLocation: successes.some(({ headers = {} }) =>
      Object.keys(headers).some((name) => name.toLowerCase() === 'location'),
    ),
    hasBody: forms.every((one) => one !== undefined),
  };
}

interface Success {
  readonly status: string;
  readonly content?: Json;
  readonly headers?: Json;
}
