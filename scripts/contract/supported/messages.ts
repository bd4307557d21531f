import { isObject } from '../../generate/json.ts';
import { all, anything, mapOf, notSupported, object, type Rule, refused, text } from './rules.ts';
import { schema } from './schemas.ts';

/*
 * Media types and statuses.
 */

/** How the service reads and writes a media type. */
export type Form = 'json' | 'text' | 'bytes' | 'lines';

const FORMS: readonly (readonly [RegExp, Form])[] = [
  [/^application\/(?:json|[a-z0-9.-]+\+json)$/, 'json'],
  [/^text\/(?:plain|csv)$/, 'text'],
  [/^application\/octet-stream$/, 'bytes'],
  [/^application\/(?:x-ndjson|jsonl)$/, 'lines'],
];

const USE =
  'Use one of application/json, application/*+json, text/plain, text/csv, application/octet-stream, application/x-ndjson and application/jsonl.';
/** What takes the place of some media types. */
const INSTEAD: readonly (readonly [RegExp, string])[] = [
  [/\*/, 'Name one media type.'],
  [/;/, 'Write the media type without parameters: text is UTF-8.'],
  [/[A-Z]/, 'Write the media type in lower case.'],
  [
    /^multipart\//,
    'Send a file as application/octet-stream, and what belongs to it as parameters or in a request of its own.',
  ],
  [/^application\/x-www-form-urlencoded$/, 'Use application/json.'],
  [/[/+]xml$/, 'Use application/json.'],
];

/** @returns nothing for a media type that is not supported */
export function formOf(mediaType: string): Form | undefined {
  return FORMS.find(([pattern]) => pattern.test(mediaType))?.[1];
}

const example = object(
  'an Example',
  {
    summary: text,
    description: text,
    value: anything,
    externalValue: refused('Write the example itself, as `value`.'),
  },
  ['value'],
);

export const examples = mapOf(example);

const mediaType = object('a Media Type', {
  schema,
  example: anything,
  examples,
  encoding: refused('Leave it out: it is for multipart and forms, which are not supported.'),
});

/** The content of a request, a response or a parameter: one media type. */
export function content(of: 'request' | 'response' | 'parameter'): Rule {
  const isKnown = (name: string) =>
    of === 'parameter' ? name === 'application/json' : formOf(name);
  const named: Rule = (value, at) => {
    const name = at.keys.at(-1) ?? '';
    const [, instead = USE] = INSTEAD.find(([pattern]) => pattern.test(name)) ?? [];
    if (isKnown(name)) mediaType(value, at);
    else
      at.report(notSupported(name, of === 'parameter' ? 'Use application/json.' : instead), 'key');
  };
  return all(mapOf(named), (value, at) => {
    if (!isObject(value)) return;
    const names = Object.keys(value);
    if (names.length === 0) at.report('Name a media type here, or leave `content` out.', 'shape');
    if (names.length > 1) at.report('Several media types are not supported. Keep one of them.');
  });
}

/** Successes of a handler. 205 is none: it asks a browser to empty a form. */
const SUCCESSES = '200 201 202 203 204 206 207 208 226 301 302 303 304 307 308'.split(' ');
export const BODILESS: readonly string[] = ['204', '304'];

export function isSuccess(status: string): boolean {
  return SUCCESSES.includes(status);
}

export function isError(status: string): boolean {
  return /^(?:[45]\d\d|default)$/.test(status);
}

/** The statuses of an operation's responses. */
export const statuses: Rule = (value, at) => {
  if (!isObject(value)) return;
  const names = Object.keys(value);
  for (const name of names.filter((one) => !isSuccess(one) && !isError(one))) {
    at.below(name).report(notSupported(name, insteadOf(name)), 'key');
  }
  for (const name of BODILESS) {
    const response = value[name];
    if (!isObject(response) || !('content' in response)) continue;
    at.below(name, 'content').report(`Remove it: a response ${name} has no body.`);
  }
  if (!names.some(isSuccess)) at.report('Declare the response of a success, such as 200 or 204.');
};

function insteadOf(status: string) {
  if (/^\dXX$/i.test(status)) return 'Declare each status by itself.';
  if (/^1\d\d$/.test(status)) return "Remove it: interim responses are not the handler's.";
  return `Use one of ${SUCCESSES.join(', ')}, of 400 to 599, or default.`;
}
