// Conditional requests, as RFC 9110 has them: tags (section 8.8.3), conditions (13.1), and when each
// counts (13.2). Requests are sent as bytes, and each response is checked against the contract.

import t from 'tap';
import { matchCheck } from '../../../src/platform/contract/index.ts';
import { openSample } from '../../helper.ts';
import { exchange, listen, readResponses, requestText } from '../../support/raw-http.ts';
import { checkResponse, contract } from '../../support/sample-contract.ts';
import { UNLIMITED } from '../../support/servers/unlimited.ts';
import { newWidget } from '../../support/widgets.ts';

const store = await openSample(t);
const { database } = store;
const { key } = await store.createKey({ plan: 'enterprise', limits: UNLIMITED });
const port = await listen(store.app);

const JSON_TYPE = 'Content-Type: application/json';
/** A tag that no body has. */
const OTHER = '"aaaaaaaaaaaaaaaaaaaaaa"';
const LONG = `"${'a'.repeat(4_095)}"`;

/** Sends a request with lines of its head, and a body if there is one. */
async function request(method: string, target: string, lines: readonly string[], body = '') {
  const length = body === '' ? [] : [`Content-Length: ${body.length}`];
  const text = requestText(key, method, target, ...lines, ...length, 'Connection: close');
  const [response] = readResponses(await exchange(port, text + body));
  if (!response) throw new Error('There is no response.');
  const isWhole = method !== 'HEAD' && 'content-type' in response.headers;
  const payload = isWhole ? JSON.stringify(response.body) : '';
  checkResponse(method, target, { ...response, payload });
  return response;
}

/** A widget that nobody else changes, and its tag. */
async function addWidget() {
  const { id } = await database.client.widget.create({ data: newWidget() });
  const target = `/v1/widgets/${id}`;
  const { headers } = await request('GET', target, []);
  const tag = String(headers.etag);
  t.match(tag, /^"[\w-]{16,}"$/, 'no two bodies have the same');
  return { id, target, tag };
}

/** A status, and how the message of an error begins. */
type Expected = readonly [status: number, message?: string];
const MALFORMED = 'must be * or tags in quotes, with commas between them.';

/** Lines of a head by the tag of what is asked for. `own` is the tag without its quotes. */
type Lines = (tag: string, own: string) => readonly string[];
const ifNoneMatch =
  (...values: string[]): Lines =>
  (tag, own) =>
    values.map((value) => `If-None-Match: ${value.replaceAll('TAG', tag).replaceAll('OWN', own)}`);
const ifMatch =
  (...values: string[]): Lines =>
  (tag, own) =>
    values.map((value) => `If-Match: ${value.replaceAll('TAG', tag).replaceAll('OWN', own)}`);
const FUTURE = 'Thu, 05 Dec 2999 00:00:00 GMT';
const PAST = 'Thu, 05 Dec 2019 00:00:00 GMT';

const READS: readonly (readonly [what: string, lines: Lines, ...expected: Expected])[] = [
  ['no condition', () => [], 200],
  ['the tag', ifNoneMatch('TAG'), 304],
  ['the tag as a weak one', ifNoneMatch('W/TAG'), 304],
  ['another tag', ifNoneMatch(OTHER), 200],
  ['a list that ends with the tag', ifNoneMatch(`${OTHER}, TAG`), 304],
  ['a list without blanks', ifNoneMatch(`TAG,W/${OTHER}`), 304],
  ['a list with empty elements', ifNoneMatch(` , ${OTHER} ,,\tTAG ,`), 304],
  ['a list of other tags', ifNoneMatch(`${OTHER}, W/"b", ""`), 200],
  ['several lines', ifNoneMatch(OTHER, 'W/TAG'), 304],
  ['several lines without it', ifNoneMatch(OTHER, '"b"'), 200],
  ['any', ifNoneMatch('*'), 304],
  ['any, between blanks', ifNoneMatch('  *\t'), 304],
  ['a tag that is an asterisk', ifNoneMatch('"*"'), 200],
  ['a tag with a comma', ifNoneMatch('"a,b", TAG'), 304],
  ['the tag within another one', ifNoneMatch('"a,OWN"'), 200],
  ['the tag with a backslash', ifNoneMatch('"\\OWN"'), 200],
  ['the tag in another case', (tag) => [`If-None-Match: ${swapCase(tag)}`], 200],
  ['a tag beyond ASCII', ifNoneMatch('"\xe9"'), 200],
  ['another name of the header', (tag) => [`if-none-MATCH: ${tag}`], 304],
  ['a tag of the most characters', ifNoneMatch(LONG.replace('aa', '')), 200],
  ['too many characters', ifNoneMatch(LONG), 400, 'if-none-match must have at most 4096'],
  ['no quotes', ifNoneMatch('OWN'), 400, MALFORMED],
  ['half of the quotes', ifNoneMatch('"OWN'), 400, MALFORMED],
  ['weak in lower case', ifNoneMatch('w/TAG'), 400, MALFORMED],
  ['a blank after W/', ifNoneMatch('W/ TAG'), 400, MALFORMED],
  ['no comma', ifNoneMatch(`${OTHER} TAG`), 400, MALFORMED],
  ['nothing between two tags', ifNoneMatch(`${OTHER}TAG`), 400, MALFORMED],
  ['a blank in a tag', ifNoneMatch('"a b"'), 400, MALFORMED],
  ['a tab in a tag', ifNoneMatch('"a\tb"'), 400, MALFORMED],
  ['a tag and an asterisk', ifNoneMatch('TAG, *'), 400, MALFORMED],
  ['two asterisks', ifNoneMatch('*', '*'), 400, MALFORMED],
  ['nothing', ifNoneMatch(''), 400, MALFORMED],
  ['commas', ifNoneMatch(', ,'), 400, MALFORMED],
  ['If-Match, which no GET has', ifMatch('TAG'), 400, 'if-match is not supported by this'],
  ['If-Match beside it', (tag) => [`If-None-Match: ${tag}`, 'If-Match: *'], 400, 'if-match is'],
  ['a date', () => [`If-Modified-Since: ${FUTURE}`], 200],
  ['a date beside the tag', (tag) => [`If-None-Match: ${tag}`, `If-Modified-Since: ${PAST}`], 304],
  ['a date beside another', () => [`If-None-Match: "b"`, `If-Modified-Since: ${FUTURE}`], 200],
  ['the other date', () => [`If-Unmodified-Since: ${PAST}`], 200],
  ['a range', (tag) => ['Range: bytes=0-1', `If-Range: ${tag}`], 200],
];

t.test('a GET of what has a tag is 304 without a body if the client has the body', async (t) => {
  const { target, tag } = await addWidget();
  for (const [what, lines, status, message = ''] of READS) {
    const given = lines(tag, tag.slice(1, -1));
    const { statusCode, headers, body } = await request('GET', target, given);
    t.equal(statusCode, status, what);
    t.ok(String(body.message).includes(message), `${what}: ${body.message}`);
    const isTagged = status < 400;
    t.equal(headers.etag, isTagged ? tag : undefined, what);
    t.equal(headers['cache-control'], isTagged ? 'private, no-cache' : 'no-store', what);

    const head = await request('HEAD', target, given);
    const { etag, 'cache-control': cacheControl, 'content-length': length } = headers;
    t.match(head, { statusCode: status, headers: { 'cache-control': cacheControl } }, what);
    t.same([head.headers.etag, head.headers['content-length']], [etag, length], what);
  }
});

const CHANGE = '{"name":"Nut"}';
const WHOLE = '{"name":"Nut","groupId":1}';
const NOT_SUPPORTED = 'is not supported by this operation.';

interface Change {
  readonly lines: Lines;
  readonly method?: string;
  readonly target?: string;
  readonly body?: string;
  readonly type?: string;
}
const deleting = (...values: string[]) => ({ method: 'DELETE', lines: ifMatch(...values) });
const nowhere = { target: '/v1/widgets/9223372036854775807' };

const CHANGES: readonly (readonly [what: string, change: Change, ...expected: Expected])[] = [
  ['no condition', { lines: () => [] }, 200],
  ['the tag', { lines: ifMatch('TAG') }, 200],
  ['any', { lines: ifMatch('*') }, 200],
  ['a list with it', { lines: ifMatch(`${OTHER},,W/"b" , TAG`) }, 200],
  ['several lines', { lines: ifMatch(OTHER, 'TAG') }, 200],
  ['the tag as a weak one', { lines: ifMatch('W/TAG') }, 412],
  ['another tag', { lines: ifMatch(OTHER) }, 412],
  ['a list of others', { lines: ifMatch(`${OTHER}, W/TAG, "*"`) }, 412],
  ['the tag in another case', { lines: (tag) => [`If-Match: ${swapCase(tag)}`] }, 412],
  ['a tag beyond ASCII', { lines: ifMatch('"\xff"') }, 412],
  ['an empty tag', { lines: ifMatch('""') }, 412],
  ['no quotes', { lines: ifMatch('OWN') }, 400, `if-match ${MALFORMED}`],
  ['a tag and any', { lines: ifMatch('TAG', '*') }, 400, MALFORMED],
  ['nothing', { lines: ifMatch('') }, 400, MALFORMED],
  ['too many characters', { lines: ifMatch(LONG) }, 400, 'if-match must have at most 4096'],
  ['a date', { lines: () => [`If-Unmodified-Since: ${PAST}`] }, 200],
  ['If-None-Match', { lines: ifNoneMatch('*') }, 400, `if-none-match ${NOT_SUPPORTED}`],
  ['both', { lines: () => ['If-Match: *', 'If-None-Match: "b"'] }, 400, 'if-none-match is'],
  ['nobody there', { ...nowhere, lines: ifMatch(OTHER) }, 404],
  ['nobody there for any', { ...nowhere, lines: ifMatch('*') }, 404],
  ['an unknown path', { target: '/v1/gadgets/1', lines: ifMatch('a') }, 404],
  ['another method', { method: 'PUT', body: CHANGE, lines: ifMatch('a') }, 405],
  // In the order of their checks: 400 of the condition, 415, 400 of the body, 404, 412, 409.
  ['no JSON', { type: 'text/plain', lines: ifMatch('TAG') }, 415, 'The body must be application'],
  ['no JSON, malformed', { type: 'text/plain', lines: ifMatch('a') }, 400, MALFORMED],
  ['a merge patch', { type: 'application/merge-patch+json', lines: ifMatch('TAG') }, 415],
  ['no field', { body: '{}', lines: ifMatch(OTHER) }, 400, 'The body must have at least 1 field.'],
  ['an unknown field', { body: '{"nmae":"a"}', lines: ifMatch(OTHER) }, 400, 'nmae is not'],
  ['null for a field', { body: '{"name":null}', lines: ifMatch(OTHER) }, 400, 'name must be'],
  ['a wrong body', { ...nowhere, body: '{"name":1}', lines: ifMatch(OTHER) }, 400, 'name must be'],
  ['a removal', deleting('TAG'), 204],
  ['a removal of any', deleting('*'), 204],
  ['a removal of another', deleting(OTHER), 412],
  ['a malformed removal', deleting('a'), 400, MALFORMED],
  ['a removal of nothing', { ...deleting(OTHER), ...nowhere }, 404],
  [
    'a create',
    { method: 'POST', target: '/v1/widgets', body: WHOLE, lines: ifMatch('*') },
    400,
    `if-match ${NOT_SUPPORTED}`,
  ],
  [
    'a create of what is not there',
    { method: 'POST', target: '/v1/widgets', body: WHOLE, lines: ifNoneMatch('*') },
    400,
    `if-none-match ${NOT_SUPPORTED}`,
  ],
];

t.test('a change with If-Match is made only if it fits what is there', async (t) => {
  for (const [what, change, status, message = ''] of CHANGES) {
    const { id, target, tag } = await addWidget();
    const { method = 'PATCH', body = method === 'DELETE' ? '' : CHANGE } = change;
    const lines = [...change.lines(tag, tag.slice(1, -1))];
    if (body !== '') lines.push(change.type ? `Content-Type: ${change.type}` : JSON_TYPE);
    const response = await request(method, change.target ?? target, lines, body);
    t.equal(response.statusCode, status, `${what}: ${response.body.message}`);
    t.ok(String(response.body.message).includes(message), `${what}: ${response.body.message}`);
    t.equal(response.headers['cache-control'], 'no-store', what);
    const isMade = status === 200;
    t.equal(typeof response.headers.etag, isMade ? 'string' : 'undefined', what);
    t.not(response.headers.etag, tag, what);
    const now = await database.client.widget.findUnique({ where: { id } });
    const wanted = isMade ? { ...newWidget({ name: 'Nut' }), id } : { ...newWidget(), id };
    t.same(now, status === 204 ? null : wanted, what);
    if (status === 412) t.match(response.body, { code: 'precondition_failed', status });
  }
});

t.test('412 comes before 409, and an unfit condition changes nothing', async (t) => {
  const { id, target, tag } = await addWidget();
  const shipment = { widgetId: id, quantity: 1, status: 'placed' } as const;
  await database.client.shipment.create({ data: shipment });
  for (const [condition, status] of [
    [OTHER, 412],
    [tag, 409],
  ] as const) {
    const { statusCode } = await request('DELETE', target, [`If-Match: ${condition}`]);
    t.equal(statusCode, status);
  }
  t.equal((await request('GET', target, [])).headers.etag, tag);
});

t.test('conditions are read after 401, 403 and 429, and before the body is sent', async (t) => {
  const { target } = await addWidget();
  const { key: reading } = await store.createKey({ scopes: ['widgets:read'] });
  const limits = { perMinute: 1, perDay: 1 };
  const { key: limited } = await store.createKey({ plan: 'enterprise', limits });
  const patch = (caller: string | null) =>
    store.send({
      method: 'PATCH',
      url: target,
      key: caller,
      headers: { 'if-match': 'malformed', 'content-type': 'application/json' },
      payload: CHANGE,
    });
  t.equal((await patch(null)).statusCode, 401);
  t.equal((await patch(reading)).statusCode, 403);
  t.equal((await patch(limited)).statusCode, 400);
  t.equal((await patch(limited)).statusCode, 429);

  const lines = [JSON_TYPE, 'Expect: 100-continue', 'Content-Length: 14', 'If-Match: malformed'];
  const received = await exchange(port, requestText(key, 'PATCH', target, ...lines), /\r\n\r\n/);
  t.match(received, /^HTTP\/1\.1 400 /);
});

t.test('the tag is of the body, whatever has returned it', async (t) => {
  const headers = { 'idempotency-key': 'one', 'content-type': 'application/json' };
  const create = { method: 'POST', url: '/v1/widgets', headers, payload: WHOLE } as const;
  const created = await store.send(create);
  const { etag } = created.headers;
  t.match(etag, /^"[\w-]{22}"$/);
  const url = String(created.headers.location);
  t.equal((await store.send({ url })).headers.etag, etag);
  t.equal((await store.send(create)).headers.etag, etag, 'of a repeated Idempotency-Key');

  const patch = async (payload: object, ifMatch: unknown) =>
    store.send({ method: 'PATCH', url, payload, headers: { 'if-match': String(ifMatch) } });
  const same = await patch({ name: 'Nut' }, etag);
  t.same([same.statusCode, same.headers.etag], [200, etag], 'nothing has changed');
  const changed = await patch({ status: 'sold' }, etag);
  t.same(changed.json(), { ...created.json(), status: 'sold' });
  t.equal((await store.send({ url })).headers.etag, changed.headers.etag);
  t.equal((await patch({ status: 'pending' }, etag)).statusCode, 412);
  t.equal((await store.send(create)).headers.etag, etag, 'the widget as it was created');
  const restored = await patch({ status: 'available' }, changed.headers.etag);
  t.equal(restored.headers.etag, etag, 'the body is the same again');
});

t.test('the tag of a page also stands for its next page', async (t) => {
  const { send, database, ...other } = await openSample(t);
  const url = '/v1/widgets?limit=1';
  const first = await send({ url });
  t.equal(first.headers.etag, (await send({ url: '/v1/widgets' })).headers.etag, 'an empty list');
  await database.client.widget.create({ data: newWidget() });
  const alone = await send({ url });
  const poll = { url, headers: { 'if-none-match': String(alone.headers.etag) } };
  t.equal((await send(poll)).statusCode, 304);
  await database.client.widget.create({ data: newWidget() });
  const followed = await send(poll);
  t.same([followed.statusCode, followed.payload], [200, alone.payload]);
  t.match(followed.headers, { link: /rel="next"/ });
  const again = { url, headers: { 'if-none-match': String(followed.headers.etag) } };
  t.equal((await send(again)).headers.link, undefined);
  t.ok(other.key);
});

/** What every 304 has, but for the headers of a deprecated operation. */
const HEADERS_OF_304 = [
  'cache-control',
  'connection',
  'content-security-policy',
  'date',
  'etag',
  'keep-alive',
  'ratelimit',
  'ratelimit-policy',
  'x-content-type-options',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
];

t.test('a 304 has its own headers, and counts as a request', async (t) => {
  const settings = { LOG_LEVEL: 'info', CORS_ORIGINS: 'https://app.example.com' };
  const { app, key, log, send } = await openSample(t, settings);
  const port = await listen(app);
  const { etag, 'x-ratelimit-remaining': before } = (await send({ url: '/v1/widgets' })).headers;
  const text = requestText(key, 'GET', '/v1/widgets', `If-None-Match: ${etag}`);
  const received = await exchange(port, text, /\r\n\r\n/);
  const [response] = readResponses(received);
  t.equal(received.split('\r\n\r\n')[1], '');
  const names = Object.keys(response?.headers ?? {}).sort();
  const ofCors = ['access-control-expose-headers', 'vary'];
  t.same(
    names.filter((name) => !ofCors.includes(name)),
    HEADERS_OF_304,
  );
  t.equal(Number(response?.headers['x-ratelimit-remaining']), Number(before) - 1);
  const line = log
    .map((one) => JSON.parse(one))
    .find((one) => one['http.response.status_code'] === 304);
  t.match(line, { 'http.route': '/v1/widgets', 'http.response.body.size': 0 });

  const origin = { origin: settings.CORS_ORIGINS, 'if-none-match': String(etag) };
  const page = await send({ url: '/v1/widgets', headers: origin });
  t.equal(page.statusCode, 304);
  t.match(page.headers, {
    'access-control-allow-origin': settings.CORS_ORIGINS,
    'access-control-expose-headers': /\bETag\b/,
    vary: 'Origin',
  });
  const preflight = await app.inject({
    method: 'OPTIONS',
    url: '/v1/widgets',
    headers: { origin: settings.CORS_ORIGINS, 'access-control-request-method': 'PATCH' },
  });
  t.match(preflight.headers, {
    'access-control-allow-headers':
      /\bIf-Match\b.*\bIf-None-Match\b|\bIf-None-Match\b.*\bIf-Match\b/,
  });
});

t.test('what has no tag ignores If-None-Match, and stays as it is', async (t) => {
  for (const url of ['/v1/store/shipments', '/v1/account', '/v1/account/keys']) {
    for (const condition of ['*', '"a"', 'malformed']) {
      const response = await store.send({ url, headers: { 'if-none-match': condition } });
      t.equal(response.statusCode, 200, url);
      t.match(response.headers, { 'cache-control': 'no-store' });
      t.notOk('etag' in response.headers, url);
    }
    const headers = { 'if-match': '*' };
    t.equal((await store.send({ url, headers })).statusCode, 400, url);
  }
  const { statusCode, headers } = await store.send({
    url: '/v1/widgets/9223372036854775807',
    headers: { 'if-none-match': '*' },
  });
  t.equal(statusCode, 404);
  t.match(headers, { 'cache-control': 'no-store' });
  t.notOk('etag' in headers);
});

t.test('a deprecated operation returns 304 with its end, and 410 after it', async (t) => {
  const { target, tag } = await addWidget();
  const { headers } = await request('GET', target, [`If-None-Match: ${tag}`]);
  t.match(headers, { deprecation: /^@/, sunset: /GMT$/, link: /successor-version/ });
});

t.test('an operation without a tag has nothing that If-Match could name', async (t) => {
  const check = () => matchCheck(contract.findOperation('removeWidget'));
  t.throws(check, { message: 'removeWidget declares no ETag.' });
});

t.test('the contract describes conditions as they are read', async (t) => {
  const { schema } = contract.findOperation('updateWidget');
  const { pattern } = schema.headers?.properties['if-match'] ?? {};
  const described = new RegExp(String(pattern), 'u');
  const texts = ['*', '"a"', 'W/"a"', ', "a" ,, "b"', '', ',', '"a" "b"', '"a', '*, *', '"a b"'];
  for (const [what, lines] of READS) texts.push(...lines('"a"', 'a').map(fieldValue), what);
  for (const text of texts) {
    const headers = { 'if-match': text };
    const url = '/v1/widgets/9223372036854775807';
    const response = await store.send({ method: 'DELETE', url, headers });
    const isRead = described.test(text) && text.length <= 4_096;
    t.equal(response.statusCode, isRead ? 404 : 400, text);
  }
});

function fieldValue(line: string): string {
  return line.slice(line.indexOf(':') + 1).trim();
}

function swapCase(text: string): string {
  return text.replaceAll(/[a-z]/gi, (one) =>
    one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase(),
  );
}
