/*
 * Changes that the contract's rules refuse, at least one for each rule of this house.
 */

/** What in the contract is replaced by what, which rule refuses it, and what stands on the line that is named. */
export type Broken = [
  rule: string,
  before: string | RegExp,
  after: string,
  says: RegExp,
  line: string,
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
    / {6}description: \|\n {8}Adds an animal(.*\n)+?(?= {6}x-stab)/,
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
    'tags: [shop]',
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
    'operationId: listOrders',
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
    'operationId: getPet',
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
    /(PetNotFound:\n(?:.*\n){5} {10}schema:\n {12}\$ref: "#\/components\/schemas\/)Error/,
    '$1Pet',
    /Let this error answer with .*schemas\/Error/,
    'DeprecatedPetNotFound:',
  ],
  [
    'house/rate-limit-headers',
    '        X-RateLimit-Reset:\n          $ref: "#/components/headers/X-RateLimit-Reset"\n',
    '',
    /Name X-RateLimit-Reset among the headers/,
    'Pets:',
  ],
  [
    'house/rate-limit-headers',
    'When that window ends, as a Unix timestamp in seconds.\n      required: true',
    'When that window ends, as a Unix timestamp in seconds.',
    /Name X-RateLimit-Reset among the headers, as required/,
    'X-RateLimit-Reset:',
  ],
  [
    'house/examples',
    /(requestBodies:\n(?:.*\n)+?) {10}examples:\n(?: {12}.*\n)+/,
    '$1',
    /Give an example/,
    'application/json:',
  ],
  [
    'house/examples',
    /( {4}UnstableOrders:\n(?:.*\n)+?) {10}examples:\n(?: {12}.*\n)+/,
    '$1',
    /Give an example/,
    'application/json:',
  ],
  [
    'no-invalid-media-type-examples',
    '        name: Rex 🐶\n        categoryId: 7\n',
    '        name: Rex 🐶\n        categoryId: "7"\n',
    /`categoryId` property type must be integer/,
    'categoryId: "7"',
  ],
  [
    'no-invalid-media-type-examples',
    '        name: Rex 🐶\n',
    '        name: Rex 🐶\n        legs: 4\n',
    /must NOT have additional properties `legs`/,
    'legs: 4',
  ],
  [
    'no-invalid-media-type-examples',
    '"2026-11-21T09:30:00.000Z"',
    'yesterday',
    /must match format "date-time"/,
    'createdAt: yesterday',
  ],
  [
    'no-invalid-parameter-examples',
    'example: 50',
    'example: 500',
    /must be <= 100/,
    'example: 500',
  ],
  ['request-mime-type', 'application/json:', 'text/json:', /"text\/json" is not/, 'text/json:'],
  [
    'response-mime-type',
    /(responses:\n {4}Int(?:.*\n)+?.*)application\/json:/,
    '$1text/json:',
    /"text\/json" is not allowed/,
    'text/json:',
  ],
];

const schemas: Broken[] = [
  [
    'house/int64-not-nullable',
    /(PetId:\n {6}description: Id.*\n {6}type: )integer/,
    '$1[integer, "null"]',
    /Take null away from this int64/,
    'PetId:',
  ],
  [
    'house/int64-not-nullable',
    /(Order:\n(?:.*\n)+? {8}petId:\n {10})(\$ref: .*)/,
    '$1anyOf: [{ $2 }, { type: "null" }]',
    /Take null away from this int64/,
    'petId:',
  ],
  [
    'house/bounded-input',
    '        maxLength: 128\n',
    '',
    /Give this text of a request its `maxLength`/,
    'schema:',
  ],
  [
    'house/bounded-input',
    '      additionalProperties: false\n',
    '',
    /Close this object of a request/,
    'NewPet:',
  ],
  [
    'house/bounded-input',
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
    'parameters/Limits',
  ],
  ['struct', 'maxItems: 100', 'maxItems: many', /Expected type `integer`/, 'maxItems: many'],
];

const security: Broken[] = [
  ['security-defined', '- apiKey: []', '- key: []', /no `key` security scheme/, '- key: []'],
  [
    'house/operation-secured',
    '      x-stability: experimental\n',
    '      x-stability: experimental\n      security: []\n',
    /Ask for an API key/,
    'security: []',
  ],
  [
    'house/operation-secured',
    '  - apiKey: []\n',
    '  - apiKey: []\n  - {}\n',
    /Ask for an API key/,
    'security:',
  ],
  [
    'rule/server-is-encrypted',
    '- url: /v1',
    '- url: http://store.example.org/v1',
    /an API key must not travel in the clear/,
    '- url: http',
  ],
  [
    'no-unsafe-markdown',
    'description: The animals that the store offers.',
    'description: The animals <script>alert(1)</script>',
    /script/,
    'description: The animals <script>',
  ],
];

/** For every rule a contract that breaks it. */
export const brokenContracts: readonly Broken[] = [
  ...operations,
  ...messages,
  ...schemas,
  ...security,
];
