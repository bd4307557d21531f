/*
 * Changes that the contract's rules reject, at least one for each rule of this house.
 */

/** What is replaced by what, which rule rejects it, and what begins at the place that is named. */
export type Broken = [
  rule: string,
  before: string | RegExp,
  after: string,
  says: RegExp,
  there: string,
];

const operations: Broken[] = [
  [
    'operation-operationId',
    '      operationId: createPet\n',
    '',
    /should contain `operationId` field/,
    'post:',
  ],
  [
    'rule/operation-id-is-a-name',
    'operationId: createPet',
    'operationId: create-pet',
    /Write the operationId in camelCase/,
    'operationId: create-pet',
  ],
  [
    'operation-summary',
    '      summary: Add an animal\n',
    '',
    /should contain `summary` field/,
    'post:',
  ],
  [
    'operation-description',
    / {6}description: \|-\n {8}Adds an animal(.*\n)+?(?= {6}x-stab)/,
    '',
    /should contain `description` field/,
    'post:',
  ],
  ['operation-tag-defined', '      tags: [orders]\n', '', /tags should be defined/, 'get:'],
  [
    'operation-tag-defined',
    'tags: [orders]',
    'tags: [shop]',
    /should be defined in global tags/,
    'shop]',
  ],
  [
    'operation-singular-tag',
    'tags: [orders]',
    'tags: [orders, pets]',
    /only one tag.*keep the one/,
    'tags: [orders, pets]',
  ],
  [
    'rule/operation-stability',
    '      x-stability: experimental\n',
    '',
    /Say with `x-stability` how far/,
    'get:',
  ],
  [
    'rule/operation-stability',
    'x-stability: experimental',
    'x-stability: shaky',
    /stable, beta or experimental/,
    'x-stability: shaky',
  ],
  [
    'house/deprecation',
    '      x-sunset: "2030-12-05"\n',
    '',
    /Give this deprecated operation its `x-sunset`/,
    'get:',
  ],
  [
    'house/deprecation',
    'x-deprecated-since: "2026-11-21"',
    'x-deprecated-since: soon',
    /its `x-deprecated-since`, a day/,
    'x-deprecated-since: soon',
  ],
  [
    'house/deprecation',
    'x-successor: listPets',
    'x-successor: listAnimals',
    /Name with `x-successor` the operationId/,
    'x-successor: listAnimals',
  ],
];

const messages: Broken[] = [
  [
    'house/error-body',
    '"404":\n          $ref',
    '"402":\n          $ref',
    /Let this error answer with .*schemas\/Error/,
    '"402":',
  ],
  [
    'house/examples',
    /(NewPet"\n) {12}examples:\n(?: {14}.*\n)+/,
    '$1',
    /Give an example/,
    'application/json:',
  ],
  [
    'house/examples',
    /(Orders"\n) {14}examples:\n(?: {16}.*\n)+/,
    '$1',
    /Give an example/,
    'application/json:',
  ],
  [
    'supported',
    '                  name: Rex 🐶\n                  categoryId: 7\n',
    '                  name: Rex 🐶\n                  categoryId: "7"\n',
    /categoryId must be an integer/,
    'categoryId: "7"',
  ],
  [
    'supported',
    '                  name: Rex 🐶\n',
    '$&                  legs: 4\n',
    /legs is not a known field/,
    'legs: 4',
  ],
  [
    'supported',
    '"2026-11-21T09:30:00.000Z"',
    'yesterday',
    /createdAt must/,
    'createdAt: yesterday',
  ],
  ['supported', 'example: 50', 'example: 500', /must be at most 100/, 'example: 500'],
  [
    'supported',
    /(requestBody:\n(?:.*\n)+?.*)application\/json:/,
    '$1text/json:',
    /`text\/json` is not/,
    'text/json:',
  ],
  [
    'supported',
    /(responses:\n {4}InvalidListing(?:.*\n)+?.*)application\/json:/,
    '$1text/json:',
    /`text\/json` is not supported/,
    'text/json:',
  ],
  [
    'house/lifecycle-headers',
    '            Location:\n',
    '            X-Stability: { schema: { type: string }, example: beta }\n$&',
    /Remove the header X-Stability of this response/,
    '"201":',
  ],
];

const schemas: Broken[] = [
  [
    'supported',
    '        maxLength: 128\n',
    '',
    /Give this text of a request its `maxLength`/,
    'schema:',
  ],
  [
    'supported',
    '      additionalProperties: false\n',
    '',
    /Close this object of a request/,
    'NewPet:',
  ],
  [
    'supported',
    '        # allOf, because',
    '        colours:\n          type: array\n          items: { type: boolean }\n        #',
    /Give this list of a request its `maxItems`/,
    'colours:',
  ],
  [
    'no-unresolved-refs',
    'parameters/Limit"',
    'parameters/Limits"',
    /Can't resolve \$ref: name a component that this file has/,
    '$ref: "#/components/parameters/Limits"',
  ],
  [
    'supported',
    'maxItems: 100',
    'maxItems: many',
    /Write an integer of 0 or more/,
    'maxItems: many',
  ],
];

const security: Broken[] = [
  ['supported', '- apiKey: []', '- key: []', /There is one kind of key/, 'key: []'],
  [
    'supported',
    '      x-stability: experimental\n',
    '      x-stability: experimental\n      security: []\n',
    /Ask for an API key/,
    'security: []',
  ],
  ['supported', '  - apiKey: []\n', '  - apiKey: []\n  - {}\n', /Ask for an API key/, 'security:'],
  [
    'rule/server-is-encrypted',
    '- url: /v1',
    '- url: /v1\n  - url: http://store.example.org/v1',
    /an API key must not travel in the clear/,
    'url: http',
  ],
  [
    'house/version-in-servers',
    '- url: /v1',
    '- url: /v2',
    /End this address with \/v1, the major number of `info.version`/,
    'url: /v2',
  ],
  [
    'house/version-in-servers',
    'version: 1.0.0',
    'version: 2.0.0',
    /End this address with \/v2/,
    'url: /v1',
  ],
  [
    'no-unsafe-markdown',
    'description: The animals that the store offers.',
    'description: The animals <script>alert(1)</script>',
    /script/,
    'description: The animals <script>',
  ],
];

const shared: Broken[] = [
  [
    'no-unused-components',
    / {12}Link:\n.*NextPage"\n/g,
    '            Link: { schema: { type: string }, example: "" }\n',
    /Nothing uses this component/,
    'NextPage:',
  ],
  [
    'no-unused-components',
    '    Cursor:\n',
    '    Unused: { name: unused, in: query, schema: { type: boolean } }\n\n$&',
    /Nothing uses this component/,
    'Unused:',
  ],
];

/** For every rule a change of openapi.yaml that breaks it. */
export const brokenOperations: readonly Broken[] = [
  ...operations,
  ...messages,
  ...schemas,
  ...security,
  ...shared,
];

/** The same for every-operation.yaml. */
export const brokenOverlays: readonly Broken[] = [
  [
    'house/declared-rejections',
    '"500":',
    '"507":',
    /Declare the response 500: the service gives it/,
    'responses:',
  ],
  [
    'house/declared-rejections',
    '"413":\n        description',
    '"418":\n        description',
    /Declare the response 413/,
    'responses:',
  ],
  [
    'house/declared-rejections',
    '"410":\n        description',
    '"418":\n        description',
    /Declare the response 410/,
    'responses:',
  ],
  [
    'house/lifecycle-headers',
    /- target: .*(?=\n {4}description: Headers of every response of a dep)/,
    '- target: $.paths.*[?@.operationId].responses.*',
    /Remove the header Deprecation of this response/,
    '"200":',
  ],
  [
    'house/lifecycle-headers',
    "@['x-stability'] != 'stable'",
    "@['x-stability'] == 'beta'",
    /Declare the header X-Stability of this response/,
    '"200":',
  ],
  [
    'house/error-body',
    "['400','401',",
    "['400',",
    /Let this error answer with .*schemas\/Error/,
    '"401":',
  ],
  [
    'house/rate-limit-headers',
    'X-RateLimit-Reset:',
    'X-RateLimit-End:',
    /Name X-RateLimit-Reset among the headers/,
    '"200":',
  ],
  [
    'house/rate-limit-headers',
    /(X-RateLimit-Reset:\n.*\n) {10}required: true\n/,
    '$1',
    /Name X-RateLimit-Reset among the headers, as required/,
    'X-RateLimit-Reset:',
  ],
  ['supported', /status: 503/, 'status: "503"', /status must be an integer/, 'status: "503"'],
  [
    'no-unresolved-refs',
    'schemas/Error"',
    'schemas/Errors"',
    /Can't resolve \$ref: name a component/,
    '$ref: "#/components/schemas/Errors"',
  ],
  [
    'no-unresolved-refs',
    'headers/Retry-After"',
    'headers/Retry"',
    /Can't resolve \$ref: name a component/,
    '$ref: "#/components/headers/Retry"',
  ],
  ['supported', 'minimum: 400', 'minimum: low', /Write a number here/, 'minimum: low'],
];
