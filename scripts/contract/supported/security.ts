import { isObject } from '../../generate/json.ts';
import { mapOf, notSupported, object, oneOf, type Rule, refused, text } from './rules.ts';

/*
 * Every operation asks for an API key, and keys have no scopes.
 */

const WRITE = 'Write `security: [{ apiKey: [] }]`.';

/** A list of security requirements. */
export const security: Rule = (value, at) => {
  const wrong = wrongIn(value);
  if (wrong) at.report(wrong, Array.isArray(value) && value.every(isObject) ? 'meaning' : 'shape');
};

function wrongIn(value: unknown): string | undefined {
  if (!Array.isArray(value) || !value.every(isObject)) return `Write a list here. ${WRITE}`;
  if (value.length === 0 || value.some((one) => Object.keys(one).length === 0)) {
    return `Ask for an API key: no operation is open to everybody. ${WRITE}`;
  }
  const names = value.flatMap((one) => Object.keys(one));
  const foreign = names.find((name) => name !== 'apiKey');
  if (foreign) return notSupported(foreign, `There is one kind of key. ${WRITE}`);
  if (names.length > 1) return `Alternatives are not supported. ${WRITE}`;
  const [{ apiKey } = {}] = value;
  if (!Array.isArray(apiKey)) return `Write a list here. ${WRITE}`;
  return apiKey.length > 0 ? `Keys have no scopes. ${WRITE}` : undefined;
}

const ONLY_BEARER = 'Leave it out: an API key is sent as a bearer token.';

const bearer = object(
  'the security scheme `apiKey`',
  {
    type: oneOf('http'),
    scheme: oneOf('bearer'),
    bearerFormat: text,
    description: text,
    name: refused(ONLY_BEARER),
    in: refused(ONLY_BEARER),
    flows: refused(ONLY_BEARER),
    openIdConnectUrl: refused(ONLY_BEARER),
  },
  ['type', 'scheme'],
);

/** The security schemes by name. */
export const securityScheme: Rule = (value, at) => {
  const isKey = (name: string) => name === 'apiKey';
  mapOf((scheme, below) => {
    if (isKey(below.keys.at(-1) ?? '')) bearer(scheme, below);
    else refused('Leave it out: `apiKey` is the one kind of key.')(scheme, below);
  })(value, at);
};
