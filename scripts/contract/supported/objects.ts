import { content, examples, statuses } from './messages.ts';
import { componentName, functionName } from './names.ts';
import {
  all,
  anything,
  type Fields,
  flag,
  listOf,
  mapOf,
  must,
  object,
  oneOf,
  refused,
  text,
} from './rules.ts';
import { schema } from './schemas.ts';
import { security, securityScheme } from './security.ts';

/*
 * For every object of OpenAPI 3.1 its fields, and what each must be. What is not here is refused.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */

const LINK = 'Give the address of what is related in a header such as `Location` or `Link`.';
const POLL = 'Let clients ask for what is new with an operation that lists it.';
const ONE_BASE = 'Write `servers` at the top: all operations have the same base address.';

const externalDocs = object('External Documentation', { url: text, description: text }, ['url']);

/** What parameters and headers have in common. */
const described: Fields = {
  description: text,
  required: flag,
  deprecated: flag,
  schema,
  explode: flag,
  example: anything,
  examples,
};

const header = object('a Header', {
  ...described,
  style: oneOf('simple'),
  content: refused('Describe the header with `schema`.'),
});

const parameter = object(
  'a Parameter',
  {
    ...described,
    name: text,
    in: oneOf('path', 'query', 'header', 'cookie'),
    style: text,
    content: content('parameter'),
    allowReserved: refused('Leave it out: reserved characters are always sent percent-encoded.'),
    allowEmptyValue: refused(
      'Leave it out: an empty value is an empty string, where `schema` allows that.',
    ),
  },
  ['name', 'in'],
);

const requestBody = object(
  'a Request Body',
  { description: text, content: content('request'), required: flag },
  ['content'],
);

const response = object(
  'a Response',
  {
    description: text,
    headers: mapOf(header),
    content: content('response'),
    links: refused(LINK),
  },
  ['description'],
);

const operation = object(
  'an Operation',
  {
    operationId: all(text, functionName),
    tags: listOf(text),
    summary: text,
    description: text,
    externalDocs,
    parameters: listOf(parameter),
    requestBody,
    responses: all(mapOf(response), statuses),
    deprecated: flag,
    security,
    callbacks: refused(POLL),
    servers: refused(ONE_BASE),
    'x-stability': text,
    'x-deprecated-since': text,
    'x-sunset': text,
    'x-successor': text,
    'x-codeSamples': listOf(mapOf(text)),
  },
  ['responses'],
);

const NO_METHOD = 'The service responds to it by itself.';
const pathItem = object('a Path Item', {
  summary: text,
  description: text,
  parameters: listOf(parameter),
  get: operation,
  put: operation,
  post: operation,
  patch: operation,
  delete: operation,
  head: refused(`${NO_METHOD} HEAD is GET without a body.`),
  options: refused(`${NO_METHOD} 405 lists the methods in \`Allow\`.`),
  trace: refused('Leave it out: it would return what the request contains, such as API keys.'),
  servers: refused(ONE_BASE),
});

const info = object(
  'Info',
  {
    title: text,
    version: must((value) => /^\d+\.\d+\.\d+$/.test(String(value)), 'a version such as `1.2.3`'),
    summary: text,
    description: text,
    termsOfService: text,
    contact: object('Contact', { name: text, url: text, email: text }),
    license: object('License', { name: text, identifier: text, url: text }, ['name']),
  },
  ['title', 'version'],
);

const server = object(
  'a Server',
  {
    url: text,
    description: text,
    variables: refused('Write each address out: a list may have several.'),
  },
  ['url'],
);

const tag = object('a Tag', { name: text, description: text, externalDocs }, ['name']);

/** All but the first two are put where they are used, and so are not in a complete contract. */
const components = object('Components', {
  schemas: mapOf(schema, componentName),
  securitySchemes: securityScheme,
  parameters: mapOf(parameter, componentName),
  headers: mapOf(header, componentName),
  requestBodies: mapOf(requestBody, componentName),
  responses: mapOf(response, componentName),
  examples,
  pathItems: refused('Put the path item into a file of its own, and refer to that.'),
  links: refused(LINK),
  callbacks: refused(POLL),
});

export const contractDocument = object(
  'the document',
  {
    openapi: must((value) => /^3\.1\.\d+$/.test(String(value)), '`3.1.0` or a later 3.1'),
    info,
    servers: listOf(server, 1),
    security,
    tags: listOf(tag),
    externalDocs,
    paths: mapOf(pathItem),
    components,
    webhooks: refused(POLL),
    jsonSchemaDialect: refused('Leave it out: schemas are JSON Schema 2020-12, as in OpenAPI 3.1.'),
  },
  ['openapi', 'info', 'servers', 'paths'],
);
