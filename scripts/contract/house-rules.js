/*
 * What this house asks of its contract beyond Redocly's rules. JavaScript, since Redocly loads it
 * as it is. Each rule visits the parts of the contract by their type, and each message says what to
 * do.
 */

const ERROR = '#/components/schemas/Error';
/** What the service can reject any request with, and requests with a body. */
const REJECTIONS = ['400', '401', '405', '429', '500', '503', 'default'];
const BODY_REJECTIONS = ['413', '415'];
/** Of requests that reach no operation. */
const WITHOUT_OPERATION = ['405', 'default'];
const DEPRECATION_HEADERS = ['Deprecation', 'Sunset', 'Link'];
const RATE_LIMIT_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
const DAY = /^\d{4}-\d\d-\d\d$/;

export default function houseRules() {
  return {
    id: 'house',
    rules: {
      oas3: {
        'bounded-input': boundedInput,
        'declared-rejections': declaredRejections,
        deprecation,
        'error-body': errorBody,
        examples,
        'int64-not-nullable': int64NotNullable,
        'lifecycle-headers': lifecycleHeaders,
        'operation-secured': operationSecured,
        'rate-limit-headers': rateLimitHeaders,
        'version-in-servers': versionInServers,
      },
    },
  };
}

/** Without an end, a request could fill the memory of whoever reads it. */
function boundedInput() {
  const check = (schema, { report, location, resolve }) =>
    eachSchema(schema, location, resolve, (part, place) => {
      for (const message of unbounded(part)) report({ message, location: place.key() });
    });
  return {
    Parameter({ schema = {} }, { location, ...context }) {
      check(schema, { ...context, location: location.child('schema') });
    },
    RequestBody({ content = {} }, { location, ...context }) {
      for (const [type, { schema = {} }] of Object.entries(content)) {
        check(schema, { ...context, location: location.child(['content', type, 'schema']) });
      }
    },
  };
}

function* unbounded(schema) {
  const { type, maxLength, maxItems, format, additionalProperties } = schema;
  const open = !schema.enum && schema.const === undefined && !format && maxLength === undefined;
  if (type === 'string' && open) yield 'Give this text of a request its `maxLength`.';
  if (type === 'array' && maxItems === undefined) {
    yield 'Give this list of a request its `maxItems`.';
  }
  if (type === 'object' && additionalProperties !== false) {
    yield 'Close this object of a request with `additionalProperties: false`, so that a typo is rejected.';
  }
}

/** Every status that the service itself responds with, whatever the handler does. */
function declaredRejections() {
  return {
    Operation({ responses = {}, requestBody, deprecated }, { report, location }) {
      const statuses = [
        ...REJECTIONS,
        ...(requestBody ? BODY_REJECTIONS : []),
        ...(deprecated ? ['410'] : []),
      ];
      for (const status of statuses.filter((one) => !responses[one])) {
        const message = `Declare the response ${status}: the service gives it.`;
        report({ message, location: location.child('responses').key() });
      }
    },
  };
}

/** A response announces what the operation's keywords say, and nothing else. */
function lifecycleHeaders() {
  return eachResponse((status, { headers = {} }, { report, location, operation }) => {
    if (WITHOUT_OPERATION.includes(status)) return;
    const check = (name, isWanted) => {
      if (name in headers === isWanted) return;
      const message = `${isWanted ? 'Declare' : 'Remove'} the header ${name} of this response, by the operation's \`deprecated\` and \`x-stability\`.`;
      report({ message, location: location.key() });
    };
    check('X-Stability', operation['x-stability'] !== 'stable');
    for (const name of DEPRECATION_HEADERS) {
      // Link has other uses, too.
      if (operation.deprecated || name !== 'Link') check(name, Boolean(operation.deprecated));
    }
  });
}

function versionInServers() {
  return {
    Root({ info, servers = [] }, { report, location }) {
      const segment = `/v${String(info?.version).split('.', 1)[0]}`;
      for (const [index, { url }] of servers.entries()) {
        if (String(url).endsWith(segment)) continue;
        const message = `End this address with ${segment}, the major number of \`info.version\`.`;
        report({ message, location: location.child(['servers', index, 'url']) });
      }
    },
  };
}

function deprecation() {
  const operationIds = new Set();
  const named = [];
  return {
    Operation(operation, { report, location }) {
      operationIds.add(operation.operationId);
      if (!operation.deprecated) return;
      for (const name of ['x-deprecated-since', 'x-sunset']) {
        if (DAY.test(operation[name])) continue;
        const message = `Give this deprecated operation its \`${name}\`, a day such as "2030-12-05".`;
        report({ message, location: location.child(name) });
      }
      named.push({ successor: operation['x-successor'], location: location.child('x-successor') });
    },
    Root: {
      leave(_root, { report }) {
        const message =
          'Name with `x-successor` the operationId of what replaces this deprecated operation.';
        for (const { successor, location } of named) {
          if (!operationIds.has(successor)) report({ message, location });
        }
      },
    },
  };
}

function errorBody() {
  const message = `Let this error answer with application/json of the schema ${ERROR}.`;
  return eachResponse((status, response, { report, location }) => {
    if (!/^[45]|^default$/.test(status)) return;
    const schema = response.content?.['application/json']?.schema;
    if (schema?.$ref !== ERROR) report({ message, location: location.key() });
  });
}

function examples() {
  const message = 'Give an example: `example`, or at least one of `examples`.';
  const MediaType = ({ example, examples = {} }, { report, location }) => {
    if (example !== undefined || Object.keys(examples).length > 0) return;
    report({ message, location: location.key() });
  };
  return { RequestBody: { MediaType }, Response: { MediaType } };
}

/** What writes the answers cannot write an int64 that may be null, and clients could not rely on its type. */
function int64NotNullable() {
  const message =
    'Take null away from this int64, and leave the field out of `required` where it may be missing.';
  return {
    Schema(schema, { report, location, resolve }) {
      const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map(
        (part) => resolve(part).node ?? {},
      );
      const ownNull = schema.format === 'int64' && schema.type !== 'integer';
      const besideNull =
        alternatives.some(({ type }) => type === 'null') &&
        alternatives.some(({ format }) => format === 'int64');
      if (ownNull || besideNull) report({ message, location: location.key() });
    },
  };
}

function operationSecured() {
  const message = 'Ask for an API key: no operation is open to everybody.';
  const check = ({ security }, { report, location }) => {
    const open = security?.length === 0 || security?.some((one) => Object.keys(one).length === 0);
    if (open) report({ message, location: location.child('security').key() });
  };
  return { Root: check, Operation: check };
}

function rateLimitHeaders() {
  return eachResponse((_status, { headers = {} }, { report, location }) => {
    for (const name of RATE_LIMIT_HEADERS.filter((one) => !headers[one]?.required)) {
      const place = headers[name] ? location.child(['headers', name]) : location;
      const message = `Name ${name} among the headers, as required: every answer carries it.`;
      report({ message, location: place.key() });
    }
  });
}

/** By operation, since only there a response has its status. */
function eachResponse(check) {
  return {
    Operation({ responses = {}, ...operation }, { report, location }) {
      for (const [status, response] of Object.entries(responses)) {
        // It leads nowhere: all others are in place.
        if (response.$ref) continue;
        const place = location.child(['responses', status]);
        check(status, response, { report, location: place, operation });
      }
    },
  };
}

/** Visits a schema and all that it is made of, each once. */
function eachSchema(schema, location, resolve, visit, seen = new Set()) {
  const found = schema.$ref ? resolve(schema) : { node: schema, location };
  const { node } = found;
  if (!node || seen.has(node)) return;
  seen.add(node);
  visit(node, found.location);
  const parts = [
    ...Object.entries(node.properties ?? {}).map(([name, part]) => [['properties', name], part]),
    ...(node.items ? [[['items'], node.items]] : []),
    ...['allOf', 'anyOf', 'oneOf'].flatMap((keyword) =>
      (node[keyword] ?? []).map((part, index) => [[keyword, index], part]),
    ),
  ];
  for (const [path, part] of parts) {
    eachSchema(part, found.location.child(path), resolve, visit, seen);
  }
}
