import { isObject } from '../../generate/json.ts';
import { mapOf, notSupported, object, oneOf, type Rule, refused, text } from './rules.ts';

/*
 * Every operation asks for an API key, and keys have no scopes.
 */

const WRITE = 'Write `security: [{ apiKey: [] }]`.';

/** A list of security requirements. */
export const security: Rule = (value, at) => {
  if (!Array.isArray(value) || !value.every(isObject)) {
    at.report(`Write a list here. ${WRITE}`, 'shape');
    return;
  }
  if (value.length === 0 || value.some((one) => Object.keys(one).length === 0)) {
    at.report(`Ask for an API key: no operation is open to everybody. ${WRITE}`);
  } else if (value.length > 1) at.report(`Alternatives are not supported. ${WRITE}`);
  for (const [index, requirement] of value.entries()) {
    for (const [name, scopes] of Object.entries(requirement)) {
      const place = at.below(index, name);
      if (!Array.isArray(scopes)) place.report(`Write a list here. ${WRITE}`, 'shape');
      else if (name !== 'apiKey')
        place.report(notSupported(name, `There is one kind of key. ${WRITE}`));
      else if (scopes.length > 0) place.report(`Keys have no scopes. ${WRITE}`);
    }
  }
};

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
