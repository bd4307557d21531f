// The published contract and the documentation, as a client gets them.

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { mock } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { marked, type Tokens } from 'marked';
import t, { type Test } from 'tap';
import { parse, stringify } from 'yaml';
import { headingId } from '../../../scripts/documentation/sections.ts';
import { ASKED_ORIGIN, askedFile } from '../../../src/platform/docs/asked-address.ts';
import { guidesMarkdown } from '../../../src/platform/docs/markdown.ts';
import { YAML_OPTIONS } from '../../../src/platform/docs/yaml-options.ts';
import { openSample } from '../../helper.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { sampleAs } from '../../support/sample-as.ts';
import { contract } from '../../support/sample-contract.ts';
import { SAMPLE } from '../../support/services.ts';
import { until } from '../../support/until.ts';
import type { Parameter } from '../contract/random-requests.ts';
import { type Context, resolve, type Schema } from '../contract/resolve.ts';
import { documentation } from '../service/generated/documentation.ts';
import { service } from '../service/src/service.ts';

const PUBLIC_URL = 'https://api.example.com/widgets/v1';
const STAGING_URL = 'https://staging.example.com/v1';
const CONTACT = { name: 'Support', url: 'https://example.com/help', email: 'help@example.com' };
const FOR_PROGRAMS = ['/openapi.json', '/openapi.yaml', '/docs.md', '/llms.txt'];
const CLIENTS = ['/client.ts', '/client.js'];
const PAGES = ['/docs', '/docs/', '/docs/changelog'];
const POLICY = `default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline';
 script-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self';
 frame-ancestors 'none'`.replaceAll('\n', '');
const EXAMPLE_BASE_URL = 'http://127.0.0.1:3000/v1';
const { info } = contract.document;

const { app } = await openSample(t);
const { app: deployed } = await openSample(t, {
  PUBLIC_URL,
  STAGING_URL,
  CONTACT_NAME: CONTACT.name,
  CONTACT_URL: CONTACT.url,
  CONTACT_EMAIL: CONTACT.email,
});

t.test('publishes the contract as JSON and as YAML, without a key', async (t) => {
  const json = await app.inject('/openapi.json');
  t.equal(json.headers['content-type'], 'application/json');
  const { components, ...published } = json.json();
  const { headers, responses, ...others } = components;
  const servers = [{ url: 'http://localhost:80/v1' }];
  t.strictSame(
    { ...inPlace(published, { headers, responses }), components: others },
    { ...JSON.parse(JSON.stringify(contract.document)), servers },
    'the contract that is bound',
  );
  t.ok(json.payload.length < 140_000, `${json.payload.length} bytes`);
  const named = /"\$ref":"(?!#\/components\/(?:schemas|headers|responses)\/[\w-]+")/;
  t.notMatch(json.payload, named, 'nothing else is shared');
  t.notMatch(json.payload, '*/', 'which would end a comment');
  t.notMatch(json.payload, '"default":{"description"', 'every response has a status');
  const yaml = await app.inject('/openapi.yaml');
  t.equal(yaml.headers['content-type'], 'application/yaml');
  t.strictSame(parse(yaml.payload), json.json());
  t.notMatch(yaml.payload, / [&*]a\d+$/m, 'people read no aliases');
  const folded = stringify([`${'word '.repeat(99)}end`], YAML_OPTIONS).split('\n');
  t.ok(folded.length > 4 && folded.length < 8, 'a line is about as long as a window is wide');
  const other = stringify(['no', '1_000', '12:30:45'], YAML_OPTIONS);
  t.equal(other, '- "no"\n- "1_000"\n- "12:30:45"\n', 'which YAML 1.1 takes for no texts');
});

t.test("Redocly's strict rules have no warning on the contract", async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'redocly.yaml'), 'extends: [recommended-strict]\n');
  const asked = { url: '/openapi.json', headers: { host: 'api.store.test' } };
  await writeFile(join(folder, 'openapi.json'), (await app.inject(asked)).payload);
  const redocly = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
  const args = [redocly, 'lint', 'openapi.json', '--format=json'];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const linting = promisify(execFile)(process.execPath, args, { cwd: folder, env });
  const { stdout } = await linting.catch((error: { readonly stdout: string }) => error);
  t.strictSame(JSON.parse(stdout).problems, []);
});

t.test('publishes the addresses and the contact of the deployment', async (t) => {
  const published = (await deployed.inject('/openapi.json')).json();
  t.strictSame(parse((await deployed.inject('/openapi.yaml')).payload), published);
  t.strictSame(published.servers, [
    { url: PUBLIC_URL, description: 'Production' },
    { url: STAGING_URL, description: 'Staging' },
    { url: './v1' },
  ]);
  t.strictSame(published.info.contact, CONTACT);
  const { payload: account } = await deployed.inject('/docs/account');
  const links = `<a href="${CONTACT.url}">Support</a>, <a href="mailto:${CONTACT.email}">`;
  t.equal(account.split(`ask: ${links}${CONTACT.email}</a>.`).length, 4, 'where readers may ask');
  const { payload: unset } = await app.inject('/docs/account');
  t.match(unset, 'ask: The operator of the service.', 'that of the contract');
  t.notMatch(JSON.stringify(published.paths), 'BASE_URL', 'nor do samples ask for it');
  const { description } = published.info;
  t.ok(description.split('\n').length <= 5, 'it heads each file of some generators');
  t.match(description, '](https://api.example.com/widgets/docs#first-steps)');
  for (const url of [...FOR_PROGRAMS, '/docs']) {
    const { payload } = await deployed.inject(url);
    t.match(payload, PUBLIC_URL, url);
    t.match(payload, STAGING_URL, url);
    t.notMatch(payload, '127.0.0.1', url);
  }
});

t.test('lets readers choose a base address where there are several', async (t) => {
  const choices = async (asked: typeof app) =>
    (await asked.inject('/docs')).payload.match(/<input type="radio" name="base-address"/g)?.length;
  t.equal(await choices(app), undefined);
  t.equal(await choices(deployed), 3);
});

t.test('is whole where the public address is that of the examples', async (t) => {
  const store = await openSample(t, { PUBLIC_URL: EXAMPLE_BASE_URL, STAGING_URL });
  const { payload } = await store.app.inject('/docs');
  t.match(payload, `name="base-address" value="${EXAMPLE_BASE_URL}" checked>`);
  t.match(payload, `<code class="long">${EXAMPLE_BASE_URL}</code>`);
});

t.test('publishes the client, with the base address where it is known', async (t) => {
  const askFor = (url: string) => app.inject({ url, headers: { host: '127.0.0.1:3000' } });
  for (const url of CLIENTS) {
    const { statusCode, headers, payload } = await askFor(url);
    t.strictSame([statusCode, headers['access-control-allow-origin']], [200, '*'], url);
    t.match(payload, `BASE_URL = '${EXAMPLE_BASE_URL}';`);
    t.match((await deployed.inject(url)).payload, `BASE_URL = '${PUBLIC_URL}';`);
    t.notMatch((await deployed.inject(url)).payload, '](docs');
  }
  const [types, module] = await Promise.all(CLIENTS.map(askFor));
  t.equal(types?.payload, await readFile(join(SAMPLE.folder, 'generated/client.ts'), 'utf8'));
  t.equal(types?.headers['content-type'], 'text/plain; charset=utf-8');
  t.equal(module?.headers['content-type'], 'text/javascript; charset=utf-8');
  t.notMatch(module?.payload, /interface|: string/);
  const page = (await app.inject('/docs')).payload;
  const operations = page.match(/<section class="operation"/g)?.length ?? 0;
  t.ok(page.split('href="./client.ts"').length - 1 >= operations + 2, 'each operation leads there');
});

t.test('publishes the guides as Markdown, and lists them, without a broken link', async (t) => {
  const guides = titlesIn(guidesMarkdown(documentation), 2);
  const { free } = service.plans;
  const limits = `| ${free?.perMinute} | ${free?.perDay.toLocaleString('en-US')} |`;
  t.match(guidesMarkdown(documentation), `| Free ${limits}`);
  const picture = await readFile('openapi/platform/guides/rate-limit-windows.svg', 'utf8');
  t.match(picture, `window: ${free?.perMinute} requests`);
  t.match(guidesMarkdown(documentation), '| `widget_not_found` | 404 | ');
  for (const store of [app, deployed]) {
    const all = (await store.inject('/docs.md')).payload;
    const list = (await store.inject('/llms.txt')).payload;
    t.strictSame([titlesIn(all, 1), titlesIn(all, 2)], [[info.title], ['Operations', ...guides]]);
    t.ok(list.startsWith(`# ${info.title}\n\n> ${info.summary}\n\n`));
    for (const title of guides) t.match(list, `\n- [${title}](`);
    t.notMatch(list, '<a', 'sentences, without anchors');
    const ids = [1, 2, 3].flatMap((depth) => titlesIn(all, depth)).map(headingId);
    for (const target of [...linksIn(all), ...linksIn(list)]) {
      const path = target.replace('https://api.example.com/widgets', '');
      const { pathname, hash } = new URL(path, 'http://store/docs.md');
      t.equal((await store.inject(pathname)).statusCode, 200, target);
      if (hash) t.ok(pathname === '/docs.md' && ids.includes(hash.slice(1)), target);
    }
  }
});

t.test('responds at the addresses that browsers, crawlers and tools know', async (t) => {
  const icon = await app.inject('/favicon.ico');
  t.strictSame([icon.statusCode, icon.headers.location], [302, './docs/static/favicon.svg']);
  t.equal((await app.inject('/docs/static/favicon.svg')).statusCode, 200);
  t.equal((await app.inject('/robots.txt')).payload, 'User-agent: *\nDisallow: /v1/\n');
  const { app: prefixed } = await openSample(t, { STAGING_URL: PUBLIC_URL });
  for (const [store, origin, base] of [
    [app, 'http://store', '/v1'],
    [prefixed, 'http://store', '../v1'],
    [deployed, 'https://api.example.com/widgets', PUBLIC_URL],
  ] as const) {
    const url = '/.well-known/api-catalog';
    const { headers, payload } = await store.inject(url);
    t.match(headers['content-type'], /^application\/linkset\+json; profile="https:.*rfc9727"$/);
    const head = await store.inject({ url, method: 'HEAD' });
    t.match(head.headers.link, /^<\/.well-known\/api-catalog>; rel="api-catalog"/);
    const [{ anchor, ...links }, ...others] = JSON.parse(payload).linkset;
    t.strictSame([anchor, others], [base, []]);
    t.strictSame(Object.keys(links), ['service-desc', 'service-doc']);
    for (const { href, type } of Object.values<{ href: string; type: string }[]>(links).flat()) {
      const address = new URL(href, `${origin}/.well-known/api-catalog`).href;
      t.ok(address.startsWith(`${origin}/`), address);
      const found = await store.inject(address.slice(origin.length));
      t.match([found.statusCode, found.headers['content-type']], [200, new RegExp(`^${type}`)]);
    }
  }
});

t.test(
  'contract, client and samples name the host that was asked for, and no shared cache keeps them',
  async (t) => {
    const { app: trusting } = await openSample(t, { TRUST_PROXY: '127.0.0.1' });
    const proxied = { 'x-forwarded-host': 'api.example.org', 'x-forwarded-proto': 'https' };
    const label = 'a'.repeat(50);
    const long = `${[label, label, label, label].join('.')}.${'b'.repeat(51)}`;
    for (const [asked, given, url] of [
      [app, { host: 'store.example:8080' }, 'http://store.example:8080/v1'],
      [app, { host: 'sample_service' }, 'http://sample_service/v1'],
      [app, { host: '[::1]:3000' }, 'http://[::1]:3000/v1'],
      [app, { host: '192.0.2.1' }, 'http://192.0.2.1/v1'],
      [trusting, { host: 'a', 'x-forwarded-host': long }, `http://${long}/v1`],
      [trusting, { host: 'a', 'x-forwarded-host': `${long}b` }, '/v1'],
      [trusting, { host: 'a', 'x-forwarded-host': 'a b' }, '/v1'],
      [trusting, { host: 'a', 'x-forwarded-host': 'a"}' }, '/v1'],
      [trusting, { host: 'a', 'x-forwarded-host': 'a:99999' }, '/v1'],
      [trusting, { host: 'a', 'x-forwarded-host': '[1]' }, '/v1'],
      [trusting, { host: 'a', 'x-forwarded-host': 'user@example.org' }, '/v1'],
      [trusting, { host: 'a', 'x-forwarded-host': 'example.org/path' }, '/v1'],
      [app, { host: 'example.org', ...proxied }, 'http://example.org/v1'],
      [trusting, { host: 'example.org', ...proxied }, 'https://api.example.org/v1'],
      [
        trusting,
        { host: 'a', ...proxied, 'x-forwarded-proto': 'ftp' },
        'http://api.example.org/v1',
      ],
    ] as const) {
      for (const path of ['/openapi.json', '/openapi.yaml']) {
        const { payload, headers } = await asked.inject({ url: path, headers: given });
        const servers = path.endsWith('json')
          ? JSON.stringify({ servers: [{ url }] }).slice(1, -1)
          : `servers:\n  - url: ${url}\n`;
        t.ok(payload.includes(servers), `${path} at ${given.host}`);
        t.match(headers, { 'cache-control': 'private, no-cache', vary: /^host, x-forwarded-host/ });
        const ifNoneMatch = { ...given, 'if-none-match': String(headers.etag) };
        const again = await asked.inject({ url: path, headers: ifNoneMatch });
        t.strictSame([again.statusCode, again.payload], [304, '']);
        const other = { ...ifNoneMatch, host: 'other.example', 'x-forwarded-host': 'b.example' };
        t.equal((await asked.inject({ url: path, headers: other })).statusCode, 200);
      }
      // Where the host is not valid, it has the address that the service listens on.
      const baseUrl = url === '/v1' ? EXAMPLE_BASE_URL : url;
      for (const [path, text] of [
        ['/client.ts', `BASE_URL = '${baseUrl}';`],
        ['/client.js', `BASE_URL = '${baseUrl}';`],
        ['/docs.md', `export BASE_URL=${baseUrl}\n`],
      ] as const) {
        const { payload, headers } = await asked.inject({ url: path, headers: given });
        t.ok(payload.includes(text), `${path} at ${given.host}`);
        t.match(headers, { 'cache-control': 'private, no-cache', vary: /^host, x-forwarded-host/ });
      }
    }
    for (let i = 0; i < 8; i += 1) {
      await app.inject({ url: '/openapi.json', headers: { host: `host-${i}.example` } });
    }
    const unlike = { host: 'another.example', 'accept-encoding': 'br' };
    const plain = await app.inject({ url: '/openapi.json', headers: unlike });
    t.equal(
      plain.headers['content-encoding'],
      undefined,
      'nobody can make it compress without end',
    );
    await until(async () => {
      const { headers } = await app.inject({ url: '/openapi.json', headers: unlike });
      return headers['content-encoding'] === 'br';
    }, 'another host takes the place of one that nobody asks for');
    const { app: prefixed } = await openSample(t, { STAGING_URL: PUBLIC_URL });
    for (const path of ['/openapi.json', '/client.ts', '/client.js', '/docs.md']) {
      const headers = { host: 'example.org' };
      for (const store of [deployed, prefixed]) {
        const response = await store.inject({ url: path, headers });
        t.match(response.headers['cache-control'], /^public/);
        t.notMatch(response.payload, 'http://example.org/v1');
      }
    }
  },
);

t.test('keeps the files of eight hosts, and replaces one a second at most', async (t) => {
  let nowMs = 10_000;
  const stopped = mock.method(performance, 'now', () => nowMs);
  t.teardown(() => stopped.mock.restore());
  const app = Fastify();
  app.get(
    '/',
    askedFile('text/plain', () => `at ${ASKED_ORIGIN}`),
  );
  /** Whether the file is kept: no other is compressed. */
  const isKept = async (host: string) => {
    const response = await app.inject({ url: '/', headers: { host, 'accept-encoding': 'br' } });
    return response.headers['content-encoding'] === 'br';
  };
  const hosts = Array.from({ length: 8 }, (_, i) => `host-${i}`);
  for (const host of hosts) t.ok(await isKept(host), host);
  nowMs += 999;
  t.notOk(await isKept('ninth'));
  nowMs += 1;
  t.ok(await isKept('ninth'));
  t.notOk(await isKept('tenth'), 'not both within a second');
  const kept = await Promise.all(hosts.map(isKept));
  t.strictSame(kept, [false, ...Array(7).fill(true)], 'the first one has made room');
});

t.test('shows the address that it listens on where nobody has said where it is', async (t) => {
  for (const host of ['127.0.0.1', '::1', '::', '0.0.0.0']) {
    const { app } = await openSample(t);
    await app.listen({ port: 0, host });
    const { port } = app.server.address() as AddressInfo;
    const name = { '::1': '[::1]', '::': 'localhost' }[host] ?? '127.0.0.1';
    const origin = `http://${name}:${port}`;
    for (const path of ['/docs.md', '/docs', '/client.ts', '/client.js']) {
      const text = await (await fetch(origin + path)).text();
      const shown = [text.includes(origin), text.includes('http://127.0.0.1:3000')];
      t.strictSame(shown, [true, false], `${path} at ${host}`);
    }
  }
});

t.test('shows every guide, and has no broken link', async (t) => {
  for (const page of PAGES) {
    const { headers, payload } = await app.inject(page);
    t.equal(headers['content-type'], 'text/html; charset=utf-8');
    t.equal(headers['content-security-policy'], POLICY);
    t.equal(headers['cross-origin-opener-policy'], 'same-origin');
    if (!page.endsWith('changelog')) {
      for (const id of [2, 3].flatMap((depth) => titlesIn(guidesMarkdown(documentation), depth))) {
        t.match(payload, `<a href="#${headingId(id)}" dir="auto">`, 'in the navigation');
      }
    }
    t.notMatch(payload, /data-title="[^"]*`/, 'titles that phones show are text');
    const ids = [...payload.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    t.equal(new Set(ids).size, ids.length, 'each id once');
    await followLinks(t, app, page);
  }
});

/** Asserts that every link of a page leads somewhere. */
async function followLinks(t: Test, { inject }: Pick<typeof app, 'inject'>, page: string) {
  const { payload } = await inject(page);
  const links = payload.matchAll(/(?:src|href|data-(?:search|index|try|documentation))="([^"]+)"/g);
  const files = new Map<string, string>();
  for (const [, link = ''] of links) {
    const { origin, pathname, search, hash } = new URL(link, `http://store${page}`);
    const path = pathname + search;
    if (!files.has(path)) {
      const response = await inject(path);
      t.strictSame([origin, response.statusCode], ['http://store', 200], link);
      files.set(path, response.payload);
    }
    const isThere = hash === '' || files.get(path)?.includes(`id="${hash.slice(1)}"`);
    if (!isThere) t.fail(`${page}: ${link} leads nowhere`);
  }
}

t.test('publishes each version that is served, and the newest without a version', async (t) => {
  const versions = [sampleAs('v2'), sampleAs('v1')];
  const { app } = await openSample(t, {}, ...versions);
  const prefixed = await openSample(t, { PUBLIC_URL }, ...versions);
  for (const version of ['v2', 'v1']) {
    const own = { version: `${version.slice(1)}.0.0`, url: `/${version}` };
    const { info, servers, paths } = (await app.inject(`/${version}/openapi.json`)).json();
    t.match({ info, servers }, { info: { version: own.version }, servers: [{ url: own.url }] });
    t.match(JSON.stringify(paths), `</${version}/widgets?limit`);
    const yaml = parse((await app.inject(`/${version}/openapi.yaml`)).payload);
    t.strictSame(yaml.info, info);
    await followLinks(t, app, `/${version}/docs`);
    await followLinks(t, app, `/${version}/docs/`);
    const page = (await app.inject(`/${version}/docs`)).payload;
    t.match(page, `This page describes version <b>${own.version}</b>`);
    t.match(page, `<a href="../${version === 'v1' ? 'v2' : 'v1'}/docs">`);
    t.match(page, `data-base="../${version}"`);
    for (const file of ['client.ts', 'client.js', 'docs.md', 'llms.txt']) {
      t.match((await app.inject(`/${version}/${file}`)).payload, `/${version}`, file);
    }
    const base = PUBLIC_URL.replace('v1', version);
    const published = (await prefixed.app.inject(`/${version}/openapi.json`)).json();
    t.strictSame(published.servers, [
      { url: base, description: 'Production' },
      { url: `../${version}` },
    ]);
    const guides = (await prefixed.app.inject(`/${version}/docs.md`)).payload;
    t.match(guides, '"url": "https://api.example.com/widgets/mcp"', 'which all versions share');
    for (const target of linksIn(guides)) {
      const path = target.replace('https://api.example.com/widgets', '');
      const { pathname } = new URL(path, `http://store/${version}/docs.md`);
      t.equal((await prefixed.app.inject(pathname)).statusCode, 200, target);
    }
    const client = (await prefixed.app.inject(`/${version}/client.ts`)).payload;
    t.match(client, `BASE_URL = '${base}';`);
    t.match(published.info.description, `](https://api.example.com/widgets/${version}/docs#`);
  }
  const newest = await app.inject('/openapi.json');
  t.equal(newest.payload, (await app.inject('/v2/openapi.json')).payload);
  await followLinks(t, app, '/docs');
  t.match((await app.inject('/docs')).payload, '<a href="./v1/docs">1.0.0</a>');
  const headers = { accept: 'application/json' };
  t.match((await app.inject({ url: '/', headers })).json(), {
    version: '2.0.0',
    versions: [{ version: '2.0.0' }, { version: '1.0.0', documentation: '/v1/docs' }],
  });
  t.equal((await app.inject('/v1/nothing')).statusCode, 401, 'anything else needs a key');
});

t.test('shows the overview and first steps, the operations, and then the rest', async (t) => {
  const { payload } = await app.inject('/docs');
  const operations = contract.operations.map(({ operationId }) => `operations/${operationId}`);
  const objects = ['Widget', 'Shipment', 'Error'].map((name) => `objects/${name}`);
  const sequence = ['main', 'first-steps', ...operations, 'authentication', 'versions', ...objects];
  const places = sequence.map((id) => payload.indexOf(` id="${id}"`));
  for (const [i, place] of places.entries())
    t.ok(place > (places[i - 1] ?? 0), String(sequence[i]));
});

t.test('says everything once', async (t) => {
  const { payload } = await app.inject('/docs');
  const shared =
    payload.split('aria-labelledby="every-operation"')[1]?.split('</section>')[0] ?? '';
  for (const { operationId, stability } of contract.operations) {
    const [, rest = ''] = payload.split(`class="operation" id="operations/${operationId}"`);
    const [, summary] = /<h3.*?>(?:<a.*?>)?(.*?)</s.exec(rest) ?? [];
    t.notMatch(guidesMarkdown(documentation), `# ${summary}\n`, 'no guide has its title');
    const [section = ''] = rest.split('<dialog');
    const text = section.replace(/<div class="panel".*?<div class="text details">/s, '');
    const count = (words: string) => text.split(words).length - 1;
    const isStable = stability === 'stable' && operationId !== 'getWidget';
    t.equal(
      count('<span class="label '),
      isStable ? 0 : 1,
      `${operationId}: what is normal has no label`,
    );
    const codes = [...text.matchAll(/class="error">.*href="#error-(\w+)"/g)].map(
      ([, code]) => code,
    );
    t.ok(codes.includes('invalid_parameter'));
    t.equal(new Set(codes).size, codes.length, 'each code once');
    for (const code of ['api_key_missing', 'rate_limit_exceeded', 'service_unavailable']) {
      t.notOk(codes.includes(code), `${code} is described for all operations`);
      t.match(shared, `href="#error-${code}"`);
      t.match(section, `&quot;${code}&quot;`, 'with an example');
    }
    t.match(text, 'href="#every-operation"');
    if (operationId === 'getWidget') t.equal(count('5 December 2030'), 1);
    if (operationId === 'createWidget') t.equal(count('The widget to add.'), 1);
    if (/^(?:create|list)Widgets?$/.test(operationId))
      t.equal(count('>sold</code>'), 1, operationId);
  }
});

t.test('sends only what is not cached, compressed, and some of it to every origin', async (t) => {
  for (const url of [...FOR_PROGRAMS, ...PAGES]) {
    const plain = await app.inject(url);
    const { vary, 'cache-control': cacheControl } = plain.headers;
    t.match(vary, /(?:^|, )accept-encoding$/, url);
    t.match(
      cacheControl,
      /^\/(?:openapi|client|docs\.md)/.test(url) ? /^private, no-cache$/ : /^public, no-cache$/,
    );
    const isForPrograms = FOR_PROGRAMS.includes(url);
    t.equal(plain.headers['access-control-allow-origin'], isForPrograms ? '*' : undefined);
    const { etag, 'content-length': length } = plain.headers;
    const packed = await app.inject({ url, headers: { 'accept-encoding': 'gzip, deflate, br' } });
    t.match(packed.headers, { 'content-encoding': 'br', etag }, url);
    t.match(etag, /^W\/"[\w-]{16}"$/, 'no two files have the same');
    const gzipped = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
    t.ok(packed.rawPayload.length < gzipped.rawPayload.length, `${url} is smaller by Brotli`);
    t.ok(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload), 'the same content');
    const head = await app.inject({ url, method: 'HEAD' });
    t.match(head, { payload: '', headers: { etag, 'content-length': length } });
    const headers = { origin: 'null', 'access-control-request-method': 'GET' };
    const preflight = await app.inject({ url, method: 'OPTIONS', headers });
    t.equal(preflight.statusCode, isForPrograms ? 204 : 404);
    if (!isForPrograms) continue;
    t.match(plain.headers['access-control-expose-headers'], /^ETag, X-Request-Id$/);
    t.match(preflight.headers, {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': '*',
      'access-control-max-age': '7200',
      allow: 'GET, HEAD, OPTIONS',
    });
  }
  const { etag } = (await app.inject('/docs')).headers;
  for (const tag of [String(etag), '*', `"a", ${String(etag).replace('W/', '')}`, '"a"']) {
    const response = await app.inject({ url: '/docs', headers: { 'if-none-match': tag } });
    t.equal(response.statusCode, tag === '"a"' ? 200 : 304, tag);
  }
});

t.test('what pages load is kept for ever by browsers, and by its version', async (t) => {
  const { payload } = await app.inject('/docs');
  const versioned = [...payload.matchAll(/="\.(\/docs\/static\/[^"]+\?v=[^"]+)"/g)].map(
    ([, url = '']) => url,
  );
  t.ok(versioned.length >= 7);
  for (const url of versioned) {
    const { headers } = await app.inject(url);
    t.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    t.equal(headers['content-security-policy'], POLICY);
    t.equal(headers['cross-origin-opener-policy'], 'same-origin');
    const outdated = await app.inject(`${url}-of-another-instance`);
    t.equal(outdated.headers['cache-control'], 'public, no-cache');
    // No document has ranges and preconditions.
    const past = new Date(0).toUTCString();
    const conditions = { range: 'bytes=2-1', 'if-match': '"a"', 'if-unmodified-since': past };
    t.equal((await app.inject({ url, headers: conditions })).statusCode, 200);
  }
});

t.test('publishes each guide alone, and the changelog', async (t) => {
  const { app: prefixed } = await openSample(t, { STAGING_URL: PUBLIC_URL });
  const { payload: page } = await app.inject('/docs');
  const anchors = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const names = [...documentation.guides.map(({ id }) => id), 'changelog'];
  for (const [store, base] of [
    [app, 'http://store/'],
    [prefixed, 'http://store/'],
    [deployed, PUBLIC_URL],
  ] as const) {
    for (const name of names) {
      const { statusCode, headers, payload } = await store.inject(`/docs/${name}.md`);
      t.equal(statusCode, 200, name);
      t.match(headers, { 'content-type': 'text/markdown; charset=utf-8', etag: /^W/ });
      t.equal(headers['access-control-allow-origin'], '*');
      t.match(payload, name === 'changelog' ? /^# Changelog\n/ : /^## \S/, name);
      const folder = new URL(`docs/${name}.md`, base);
      for (const [, link = ''] of payload.matchAll(/\]\(([^)\s]+)\)/g)) {
        const { origin, pathname, hash } = new URL(link, folder);
        if (origin !== folder.origin) continue;
        const path = pathname.slice(new URL('.', base).pathname.length - 1);
        t.equal((await store.inject(path)).statusCode, 200, `${name}: ${link}`);
        if (path === '/docs') t.ok(anchors.has(hash.slice(1)), `${name}: ${link}`);
      }
    }
  }
  const { payload } = await deployed.inject('/docs/first-steps.md');
  t.match(payload, PUBLIC_URL.replace('/v1', ''));
  t.notMatch(payload, '127.0.0.1');
  for (const name of ['nothing', 'first-steps.md', 'constructor', '']) {
    const missing = await app.inject(`/docs/${name}.md`);
    t.strictSame([missing.statusCode, missing.json().code], [404, 'path_not_found'], name);
  }
});

t.test('leads a browser on where there is no page, and tells programs', async (t) => {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  for (const url of ['/docs/foo', '/docs/foo%2Fbar?y=/']) {
    const page = await app.inject({ url, headers: { accept } });
    t.equal(page.statusCode, 404);
    t.match(page.headers, { 'content-type': /^text\/html/, vary: 'accept' });
    t.equal(page.headers['cross-origin-opener-policy'], 'same-origin');
    const [, home = ''] = /go to the <a href="([^"]+)"/.exec(page.payload) ?? [];
    t.equal(new URL(home, `http://store${url}`).pathname, '/docs', url);
    for (const other of ['', '*/*', 'application/json']) {
      const response = await app.inject({ url, headers: { accept: other } });
      t.strictSame([response.statusCode, response.json().code], [404, 'path_not_found'], other);
    }
  }
});

t.test('no response grows with its request, or with what its client prefers', async (t) => {
  const accept = 'text/html';
  const long = (part: string) => part.repeat(15_000 / part.length);
  for (const [url, headers] of [
    [`/docs/${long('/')}`, { accept }],
    [`/docs/${long('a/')}`, { accept }],
    [`/docs/static/${long('a/')}`, { accept }],
    [`/docs?${long('a=b&')}`, { accept }],
    ['/docs/foo', { accept: long('a/b,') }],
    ['/', { accept: long('a/b,') }],
    ['/llms.txt', { 'accept-encoding': long('a,') }],
    ['/llms.txt', { 'if-none-match': long('"a",') }],
    ['/llms.txt', { 'x-request-id': long('a') }],
  ] as const) {
    const [path = ''] = /^\/[^/?]*/.exec(url) ?? [];
    const usual = await app.inject({ url: path });
    const { payload, headers: sent } = await app.inject({ url, headers });
    t.ok(
      payload.length <= usual.payload.length,
      `${url.slice(0, 20)}: ${payload.length} characters`,
    );
    t.notOk(JSON.stringify(sent).length > 1_000, `${url.slice(0, 20)}: short headers`);
  }
});

t.test('sends the coding that the client prefers', async (t) => {
  for (const [accepted, coding] of [
    ['deflate, zstd', 'plain'],
    ['br ; q=0.5 ,GZIP ; Q=0.9', 'gzip'],
    ['zstd, *;q=0', 'plain'],
  ] as const) {
    const headers = { 'accept-encoding': accepted };
    const response = await app.inject({ url: '/llms.txt', headers });
    const { 'content-encoding': sent = 'plain' } = response.headers;
    t.strictSame([response.statusCode, sent], [200, coding], accepted);
  }
});

t.test('leads from / to the documentation, or says in JSON where everything is', async (t) => {
  for (const accept of ['', '*/*', 'text/html,*/*;q=0.8', 'image/png']) {
    const { statusCode, headers } = await app.inject({ url: '/?a=b', headers: { accept } });
    t.strictSame([statusCode, headers.location, headers.vary], [302, './docs', 'accept'], accept);
  }
  for (const accept of ['application/json', 'application/*', '*/*;q=0.1, Application/JSON']) {
    const response = await app.inject({ url: '/', headers: { accept } });
    t.equal(response.headers.vary, 'accept, accept-encoding');
    const { openapi, title, version, summary, baseUrl, ...others } = response.json();
    t.match({ ...info, baseUrl: '/v1' }, { title, version, summary, baseUrl });
    const addresses = Object.values<string>({ ...others, ...openapi });
    t.strictSame(addresses.sort(), ['/docs', '/docs/changelog', ...FOR_PROGRAMS].sort());
  }
  for (const [length, status] of [
    [1_000, 200],
    [1_001, 302],
  ] as const) {
    const headers = { accept: 'application/json;q=0.9,a/b'.padEnd(length, ' ') };
    t.equal((await app.inject({ url: '/', headers })).statusCode, status, `${length} characters`);
  }
  const headers = { accept: 'application/json' };
  t.match((await deployed.inject({ url: '/', headers })).json(), { baseUrl: PUBLIC_URL });
  const { app: staging } = await openSample(t, { STAGING_URL: PUBLIC_URL });
  const { baseUrl, documentation: docs } = (await staging.inject({ url: '/', headers })).json();
  const resolved = [baseUrl, docs].map((url) => new URL(url, new URL('.', PUBLIC_URL)).href);
  t.strictSame(resolved, [PUBLIC_URL, PUBLIC_URL.replace('v1', 'docs')], 'below a prefix, too');
});

/** An operation of the contract as it is written. */
interface Written {
  readonly parameters?: readonly Parameter[];
  readonly responses: object;
  readonly requestBody?: object;
}

t.test('the Markdown is enough to write each call', async (t) => {
  const text = (await app.inject('/docs.md')).payload;
  const list = (await app.inject('/llms.txt')).payload;
  for (const { operationId, method, path, scopes } of contract.operations) {
    const {
      parameters = [],
      responses,
      requestBody,
    }: Written = Object(contract.document.paths[path as keyof typeof contract.document.paths])[
      method.toLowerCase()
    ];
    const section = sectionOf(text, operationId);
    const line = list.split('\n').find((one) => one.startsWith(`- [${operationId}]`));
    for (const place of [section, line]) {
      t.match(place, `\`${method} ${path}\``);
      for (const scope of scopes) t.match(place, `\`${scope}\``);
      for (const { name } of parameters) t.match(place, `\`${name}\``);
    }
    for (const status of Object.keys(responses)) t.match(section, new RegExp(`\\b${status}\\b`));
    for (const { name, schema, required = false } of parameters) {
      const row = rowOf(section, name);
      for (const value of valuesIn(schema)) t.match(row, value, `${operationId} ${name}`);
      t.equal(row.includes('required'), required, name);
    }
    const [, body = ''] =
      /#\/components\/schemas\/(\w+)/.exec(JSON.stringify(requestBody ?? '')) ?? [];
    const { properties = {}, required = [] } = CONTEXT.schemas[body] ?? {};
    for (const [name, schema] of Object.entries(properties)) {
      const row = rowOf(sectionOf(text, body), name);
      for (const value of valuesIn(schema)) t.match(row, value, `${operationId} ${name}`);
      t.equal(row.includes('(optional'), !required.includes(name), name);
    }
  }
});

const CONTEXT: Context = { schemas: contract.document.components.schemas, direction: 'request' };
const SHOWN = ['type', 'format', 'minimum', 'maximum', 'minLength', 'maxLength', 'default'];

/** What a schema allows: its type, its bounds, and the values that it lists. */
function valuesIn(written: Schema): string[] {
  const schema = resolve(written, CONTEXT);
  const given = SHOWN.map((keyword) => schema[keyword]).filter((value) => value !== undefined);
  return [...given, ...(schema.enum ?? [])].map(String);
}

/** What is below a heading of the third level. */
function sectionOf(markdown: string, title: string): string {
  return markdown.split(`\n### ${title}\n`)[1]?.split('\n### ')[0] ?? '';
}

function rowOf(section: string, name: string): string {
  return section.split('\n').find((line) => line.startsWith(`- \`${name}\``)) ?? '';
}

/** A contract with its shared headers and responses where they are used. */
function inPlace(part: unknown, components: Readonly<Record<string, object>>): object {
  return JSON.parse(JSON.stringify(part), (_key, value) => {
    const [, , kind = '', name = ''] = String(value?.$ref).split('/');
    const shared: unknown = Reflect.get(components[kind] ?? {}, name);
    return shared === undefined ? value : inPlace(shared, components);
  });
}

/** As a reader of Markdown finds them, so not in code. */
function titlesIn(markdown: string, depth: number): string[] {
  const tokens = marked.lexer(markdown);
  const isTitle = (token: { type: string }): token is Tokens.Heading => token.type === 'heading';
  return tokens.filter(isTitle).flatMap((token) => (token.depth === depth ? [token.text] : []));
}

function linksIn(markdown: string): string[] {
  const links: string[] = [];
  marked.walkTokens(marked.lexer(markdown), (token) => {
    if (token.type === 'link' || token.type === 'image') links.push(token.href);
  });
  return links;
}
