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
const DAYS = ['x-deprecated-since', 'x-sunset'];
const DEPRECATION_KEYWORDS = [...DAYS, 'x-successor'];

export default function houseRules() {
  return {
    id: 'house',
    rules: {
      oas3: {
        'declared-rejections': declaredRejections,
        deprecation,
        'error-body': errorBody,
        examples,
        'lifecycle-headers': lifecycleHeaders,
        'rate-limit-headers': rateLimitHeaders,
        'version-in-servers': versionInServers,
      },
    },
  };
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
      if (!operation.deprecated) {
        for (const name of DEPRECATION_KEYWORDS.filter((one) => one in operation)) {
          const message = `Write \`deprecated: true\` beside \`${name}\`, or remove it.`;
          report({ message, location: location.child(name).key() });
        }
        return;
      }
      for (const name of DAYS) {
        if (isDay(operation[name])) continue;
        const message = `Give this deprecated operation its \`${name}\`, a day such as "2030-12-05".`;
        report({ message, location: location.child(name) });
      }
      const [since, sunset] = DAYS.map((name) => operation[name]);
      if (isDay(since) && isDay(sunset) && sunset < since) {
        const message = 'Let the `x-sunset` be no earlier than `x-deprecated-since`.';
        report({ message, location: location.child('x-sunset') });
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

/** Whether the calendar has it. */
function isDay(text) {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${text}T`);
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
  const MediaType = ({ example, examples = {} }, { report, location, key }) => {
    // YAML has no bytes.
    if (key === 'application/octet-stream') return;
    if (example !== undefined || Object.keys(examples).length > 0) return;
    report({ message, location: location.key() });
  };
  return { RequestBody: { MediaType }, Response: { MediaType } };
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
