import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Validator } from '@seriousme/openapi-schema-validator';
import t from 'tap';
import { parse } from 'yaml';
import { contract } from '../../src/contract/operations.ts';
import { openStore } from '../helper.ts';
import { root } from '../support/scripts.ts';

const ADDRESSES = {
  PUBLIC_URL: 'https://api.example.com/v1',
  STAGING_URL: 'https://staging.example.com/animals/v1',
};

t.test('publishes the contract as JSON and as YAML, without a key', async (t) => {
  const { app } = await openStore(t);
  const json = await app.inject('/openapi.json');
  t.equal(json.statusCode, 200);
  t.equal(json.headers['content-type'], 'application/json');
  t.strictSame(json.json(), JSON.parse(JSON.stringify(contract.document)));
  const yaml = await app.inject('/openapi.yaml');
  t.equal(yaml.statusCode, 200);
  t.equal(yaml.headers['content-type'], 'application/yaml');
  t.strictSame(parse(yaml.payload), json.json());
});

t.test('publishes valid OpenAPI 3.1', async (t) => {
  const { app } = await openStore(t, ADDRESSES);
  const validator = new Validator();
  const { valid, errors } = await validator.validate((await app.inject('/openapi.json')).json());
  t.ok(valid, JSON.stringify(errors));
  t.equal(validator.version, '3.1');
});

t.test('publishes the contract in both forms, with the configured addresses first', async (t) => {
  const own = (await openStore(t)).app;
  t.strictSame(
    (await own.inject('/openapi.json')).json(),
    JSON.parse(JSON.stringify(contract.document)),
  );
  const { app } = await openStore(t, ADDRESSES);
  const json = (await app.inject('/openapi.json')).json();
  t.strictSame(json.servers, [
    { url: 'https://api.example.com/v1', description: 'Production' },
    { url: 'https://staging.example.com/animals/v1', description: 'Staging' },
    { url: '/v1' },
  ]);
  t.strictSame(parse((await app.inject('/openapi.yaml')).payload), json);
});

t.test('shows the guides of the contract, and links to each of them', async (t) => {
  const { app } = await openStore(t);
  const { payload } = await app.inject('/docs');
  const titles = [...contract.document.info.description.matchAll(/^## (.+)$/gm)].map(
    ([, title]) => title,
  );
  t.ok(titles.length > 10);
  const sections = [...payload.matchAll(/<h2 id="([\w-]+)" dir="auto"><a href="#\1">([^<]+)</g)];
  t.strictSame(
    sections.map(([, , title]) => title),
    titles,
  );
  const [, navigation = ''] = /<nav id="navigation".*?>(.*?)<\/nav>/s.exec(payload) ?? [];
  for (const [, id, title] of sections) {
    t.match(navigation, `<a href="#${id}" dir="auto">${title}</a>`);
  }
});

t.test('gives each element of the pages an id of its own', async (t) => {
  const { app } = await openStore(t);
  for (const page of ['/docs', '/docs/changelog']) {
    const ids = [...(await app.inject(page)).payload.matchAll(/ id="([^"]*)"/g)].map(([id]) => id);
    t.strictSame(
      ids.filter((id, i) => ids.indexOf(id) !== i),
      [],
      page,
    );
  }
});

t.test('shows the changelog at the address in the published contract', async (t) => {
  const { app } = await openStore(t, { PUBLIC_URL: 'https://api.example.com/v1' });
  const { externalDocs } = (await app.inject('/openapi.json')).json();
  const { origin, pathname } = new URL(externalDocs.url);
  t.equal(origin, 'https://api.example.com');
  const { statusCode, headers, payload } = await app.inject(pathname);
  t.equal(statusCode, 200);
  t.equal(headers['content-type'], 'text/html; charset=utf-8');
  const changelog = await readFile(join(root, 'openapi/CHANGELOG.md'), 'utf8');
  const entries = [...changelog.matchAll(/^## (.+)$/gm)].map(([, version]) => version);
  t.match(entries[0], contract.document.info.version, 'the newest entry is about this version');
  for (const version of entries) t.match(payload, `>${version}</a></h2>`);
  t.match(
    payload,
    /Every response has an <code[^>]*>X-Request-Id<\/code>, which the caller can choose\./,
  );
});

t.test('lets the pages load nothing from other hosts, and has no broken link', async (t) => {
  const { app } = await openStore(t);
  for (const page of ['/docs', '/docs/', '/docs/changelog']) {
    const { statusCode, headers, payload } = await app.inject(page);
    t.equal(statusCode, 200);
    t.equal(headers['content-type'], 'text/html; charset=utf-8');
    t.strictSame(String(headers['content-security-policy']).split('; '), [
      "default-src 'self'",
      "img-src 'self' data:",
      "style-src 'self' 'unsafe-inline'",
      "script-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]);
    const links = [
      ...payload.matchAll(/(?:src|href|data-(?!language|operation)[a-z]+)="([^"]+)"/g),
    ];
    const addresses = links.map(([, link = '']) => new URL(link, `http://store${page}`));
    t.strictSame([...new Set(addresses.map(({ origin }) => origin))], ['http://store']);
    const files = new Map<string, string>();
    for (const path of new Set(addresses.map(({ pathname, search }) => pathname + search))) {
      const { statusCode, payload } = await app.inject(path);
      t.equal(statusCode, 200, path);
      files.set(path, payload);
    }
    t.ok(files.size > 7);
    const lost = addresses.filter(({ pathname, search, hash }) => {
      const file = files.get(pathname + search);
      return hash !== '' && !file?.includes(`id="${hash.slice(1)}"`);
    });
    t.strictSame(lost.map(String), [], 'each fragment leads to something');
  }
});

t.test('sends only what the browser has not cached, and compressed', async (t) => {
  const { app } = await openStore(t);
  const { payload } = await app.inject('/docs');
  const addresses = [...payload.matchAll(/(?:src|href)="\.(\/docs\/static\/[^"]+)"/g)];
  const versioned = [...new Set(addresses.map(([, address = '']) => address))];
  t.equal(versioned.length, 5);
  for (const url of [...versioned, '/docs', '/docs/changelog', '/openapi.json', '/openapi.yaml']) {
    const plain = await app.inject(url);
    t.equal(plain.headers['content-encoding'], undefined, url);
    t.equal(plain.headers.vary, 'accept-encoding');
    const isVersioned = versioned.includes(url);
    const caching = isVersioned ? 'public, max-age=31536000, immutable' : 'public, no-cache';
    t.equal(plain.headers['cache-control'], caching);

    for (const [coding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const packed = await app.inject({ url, headers: { 'accept-encoding': coding } });
      t.equal(packed.headers['content-encoding'], coding);
      t.equal(packed.headers.etag, plain.headers.etag);
      t.equal(packed.headers['content-length'], String(packed.rawPayload.length));
      t.ok(unpack(packed.rawPayload).equals(plain.rawPayload), 'the same content');
    }

    const etag = String(plain.headers.etag);
    const known = await app.inject({ url, headers: { 'if-none-match': `"other", ${etag}` } });
    t.strictSame([known.statusCode, known.payload, known.headers.etag], [304, '', etag]);
  }
  const [address = ''] = versioned;
  const outdated = await app.inject(`${address}-of-another-instance`);
  t.equal(outdated.headers['cache-control'], 'public, no-cache');
});

t.test('publishes the addresses and the contact of the deployment', async (t) => {
  const baseUrl = 'https://api.example.com/v1';
  const { app } = await openStore(t, {
    PUBLIC_URL: baseUrl,
    STAGING_URL: 'https://staging.example.com/v1',
    CONTACT_NAME: 'Support',
    CONTACT_URL: 'https://example.com/support',
    CONTACT_EMAIL: 'support@example.com',
  });
  const published = (await app.inject('/openapi.json')).json();
  t.strictSame(
    published.servers.map(({ url }: { url: string }) => url),
    [baseUrl, 'https://staging.example.com/v1', '/v1'],
  );
  t.strictSame(published.info.contact, {
    name: 'Support',
    url: 'https://example.com/support',
    email: 'support@example.com',
  });
  t.match(published.info.description, `export BASE_URL=${baseUrl}\n`);
  t.notMatch(published.info.description, '127.0.0.1');
  t.notMatch((await app.inject('/docs')).payload, '127.0.0.1');
  const sources = published.paths['/pets'].post['x-codeSamples'].map(
    ({ source }: { source: string }) => source,
  );
  t.match(sources, [
    `"${baseUrl}/pets"`,
    `\`${baseUrl}/pets\``,
    "'/pets'",
    `"${baseUrl}" + "/pets"`,
    `"${baseUrl}" + "/pets"`,
  ]);
  t.match(published.info.description, '](https://api.example.com/docs/changelog)');
  for (const source of sources) t.notMatch(source, 'BASE_URL');
});
