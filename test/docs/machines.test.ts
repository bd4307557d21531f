import { execFileSync } from 'node:child_process';
import type { FastifyInstance } from 'fastify';
import { marked, type Token } from 'marked';
import t from 'tap';
import { contract } from '../../src/contract/operations.ts';
import { changelogFeed } from '../../src/docs/feed.ts';
import { openStore } from '../helper.ts';
import { hasCommand } from '../support/scripts.ts';

/*
 * The documentation as programs read it.
 */

const PUBLIC_URL = 'https://api.example.com/animals/v1';
const ROOT = 'https://api.example.com/animals/';
const DEPLOYMENT = { PUBLIC_URL, STAGING_URL: 'https://staging.example.com/v1' };
const GUIDES = [...contract.document.info.description.matchAll(/^## (.+)$/gm)].map(
  ([, title = '']) => title,
);
const noPython = !hasCommand('python3') && process.env.CI !== 'true' && 'there is no python3 here';

t.test('publishes every guide and operation as Markdown, and lists them', async (t) => {
  const { app } = await openStore(t);
  const { headers, payload } = await app.inject('/llms.txt');
  t.equal(headers['content-type'], 'text/plain; charset=utf-8');
  const { title, summary } = contract.document.info;
  t.ok(payload.startsWith(`# ${title}\n\n> ${summary}\n\n`));
  t.strictSame(
    [...payload.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading),
    ['Everything in one file', 'Guides', 'Operations', 'Contract', 'Optional'],
  );
  const listed = [...payload.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)(?:: \S.*)?$/gm)];
  t.strictSame(
    listed.map(([, name]) => name),
    [
      'Documentation',
      ...GUIDES,
      ...contract.operations.map(({ operationId }) => operationId),
      ...['openapi.json', 'openapi.yaml', 'Changelog'],
    ],
  );
  for (const [, name = '', url = ''] of listed) {
    const file = await app.inject(url);
    t.equal(file.statusCode, 200, url);
    if (!url.endsWith('.md')) continue;
    t.equal(file.headers['content-type'], 'text/markdown; charset=utf-8');
    t.match(file.payload, /^# .+\n\n[\s\S]+[^\n]\n$/);
    if (GUIDES.includes(name)) t.ok(file.payload.startsWith(`# ${name}\n`));
  }
});

t.test('has everything in one file', async (t) => {
  const { app } = await openStore(t);
  const { payload } = await app.inject('/docs.md');
  const titles = headingsOf(payload);
  t.strictSame(
    titles.filter(({ depth }) => depth === 1).map(({ text }) => text),
    [contract.document.info.title],
  );
  const summaries = Object.values(contract.document.paths).flatMap((item) =>
    Object.values(item).map(({ summary }) => summary),
  );
  t.strictSame(
    titles.filter(({ depth }) => depth === 2).map(({ text }) => text),
    [...GUIDES, ...summaries],
  );
  const ids = titles.map(({ text }) => idOf(text));
  for (const [, id = ''] of payload.matchAll(/\]\(#([^)]+)\)/g)) t.ok(ids.includes(id), id);
});

t.test('has no broken link in Markdown, wherever it is published', async (t) => {
  for (const settings of [{}, DEPLOYMENT]) {
    const { app } = await openStore(t, settings);
    const files = await markdownOf(app);
    t.ok(files.size > 20);
    let links = 0;
    for (const [url, text] of files) {
      t.notMatch(text, 'site:', url);
      for (const target of linksIn(text)) {
        links += 1;
        if ('PUBLIC_URL' in settings) t.ok(/^(?:#|https:)/.test(target), target);
        const { pathname, hash, origin } = new URL(target.replace(ROOT, '/'), `http://store${url}`);
        t.equal(origin, 'http://store', target);
        const found = await app.inject(pathname);
        t.equal(found.statusCode, 200, target);
        if (!hash || !pathname.endsWith('.md')) continue;
        const ids = headingsOf(found.payload).map((heading) => idOf(heading.text));
        t.ok(ids.includes(hash.slice(1)), `${url}: ${target}`);
      }
    }
    t.ok(links > 50);
  }
});

t.test('names the addresses of the deployment', async (t) => {
  const { app } = await openStore(t, DEPLOYMENT);
  for (const [url, text] of await markdownOf(app)) t.notMatch(text, '127.0.0.1', url);
  for (const url of ['/docs.md', '/llms.txt']) {
    const { payload } = await app.inject(url);
    t.match(payload, `- Production: \`${PUBLIC_URL}\`\n- Staging: \`${DEPLOYMENT.STAGING_URL}\`\n`);
  }
  const createPet = (await app.inject('/docs/operations/createPet.md')).payload;
  t.match(createPet, `Base address: \`${PUBLIC_URL}\``);
  t.match((await app.inject('/docs/guides/first-steps.md')).payload, `BASE_URL=${PUBLIC_URL}\n`);
  const own = (await openStore(t)).app;
  t.match((await own.inject('/docs.md')).payload, 'Base address: `/v1` on the host');
});

t.test('an operation in Markdown has all that the contract says of it', async (t) => {
  const { app } = await openStore(t);
  for (const [path, item] of Object.entries(contract.document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const { payload } = await app.inject(`/docs/operations/${operation.operationId}.md`);
      t.match(payload, `\`${method.toUpperCase()} /v1${path}\``);
      const words = payload.replaceAll(/\s+/g, ' ');
      for (const text of textsIn(operation)) {
        t.ok(words.includes(text.trim().split('\n\n')[0]?.replaceAll(/\s+/g, ' ') ?? ''), text);
      }
      for (const status of Object.keys(operation.responses)) {
        t.match(payload, new RegExp(`^(?:### ${status}$|- ${status}: )`, 'm'));
      }
      for (const { source } of operation['x-codeSamples']) t.ok(payload.includes(source.trimEnd()));
    }
  }
  const listPets = (await app.inject('/docs/operations/listPets.md')).payload;
  for (const line of [
    '- `limit` (query, integer, int32, optional): Maximum number of items to return. 1 to 100. Default `20`. Example: `50`.',
    '- `status` (query, string, optional): Returns only animals with this status. One of `available`, `pending`, `sold`. Example: `available`.',
    '  - `invalid_parameter`: The limit is too high: "limit must be at most 100."',
    '- Each item (Pet): An animal of the store.',
  ]) {
    t.ok(listPets.includes(`\n${line}\n`), line);
  }
  const createPet = (await app.inject('/docs/operations/createPet.md')).payload;
  t.match(createPet, /^- `name` \(string, required\): .* 1 to 255 characters\./m);
  t.match(createPet, /^- `status` \(string, optional\): .* Default `available`\./m);
  t.match(createPet, /^- No other fields\.$/m);
  const getPet = (await app.inject('/docs/operations/getPet.md')).payload;
  t.match(
    getPet,
    '**Deprecated** since 2026-11-21, will be removed on 2030-12-05. Use [`listPets`](/docs/operations/listPets.md) instead.',
  );
});

t.test('publishes the changelog as a feed', async (t) => {
  const { app } = await openStore(t, { ...DEPLOYMENT, CONTACT_NAME: 'Rex & <Co>' });
  const { headers, payload } = await app.inject('/docs/changelog.atom');
  t.equal(headers['content-type'], 'application/atom+xml; charset=utf-8');
  t.match(
    payload,
    `<link rel="self" type="application/atom+xml" href="${ROOT}docs/changelog.atom"/>`,
  );
  t.match(payload, '<author><name>Rex &amp; &lt;Co&gt;</name></author>');
  t.match(payload, `href="${ROOT}docs/changelog#1-0-0-2026-11-21"`);
  t.match((await app.inject('/docs/changelog')).payload, 'id="1-0-0-2026-11-21"');
  t.match(payload, '<updated>2026-11-21T00:00:00Z</updated>');
  const idsOf = (feed: string) => [...feed.matchAll(/<id>(.*?)<\/id>/g)].map(([, id]) => id);
  const ids = idsOf(payload);
  t.equal(new Set(ids).size, ids.length);
  for (const id of ids)
    t.match(id, /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
  t.strictSame(idsOf(changelogFeed({})), ids, 'the same at every address');
  t.strictSame(ids, [
    'urn:uuid:624051a7-cf27-8476-83cc-ec501c3b1276',
    'urn:uuid:c7621d14-7078-867e-8aff-e2ee8f45180e',
  ]);
  t.match(changelogFeed({}), '<author><name>Animal Store</name></author>');
  const page = (await app.inject('/docs')).payload;
  t.match(
    page,
    /<link rel="alternate" type="application\/atom\+xml" [^>]*href="\.\/docs\/changelog\.atom"/,
  );
  t.match(page, '<link rel="alternate" type="text/markdown" href="./docs.md"');
});

/** Reads a feed, and prints what RFC 4287 section 4.1 requires of it and of each entry. */
const READ_FEED = `
import sys, xml.etree.ElementTree as tree
atom = '{http://www.w3.org/2005/Atom}'
feed = tree.fromstring(sys.stdin.buffer.read())
assert feed.tag == atom + 'feed'
assert feed.find(atom + 'author').find(atom + 'name').text
for part in [feed, *feed.findall(atom + 'entry')]:
    for name in ['id', 'title', 'updated']:
        assert len(part.findall(atom + name)) == 1, name
    print(part.find(atom + 'title').text)
print(feed.find(atom + 'entry').find(atom + 'content').text)
`;

t.test('the feed is one that a parser can read', { skip: noPython }, async (t) => {
  const { app } = await openStore(t);
  const { payload } = await app.inject('/docs/changelog.atom');
  const read = execFileSync('python3', ['-c', READ_FEED], { input: payload, encoding: 'utf8' });
  const [title, entry] = read.split('\n');
  t.equal(title, 'Animal Store – Changelog');
  t.equal(entry, 'Animal Store 1.0.0 (2026-11-21)');
  t.match(read, '<code>rel=&quot;next&quot;</code>', 'the HTML of the page');
});

t.test('lets pages of every origin read what is for programs', async (t) => {
  const { app } = await openStore(t);
  const paths = ['/openapi.json', '/openapi.yaml', '/docs.md', '/llms.txt', '/docs/changelog.atom'];
  for (const url of [...paths, '/docs/guides/errors.md', '/docs/operations/listPets.md']) {
    for (const method of ['GET', 'HEAD'] as const) {
      const { headers } = await app.inject({ url, method, headers: { origin: 'null' } });
      t.equal(headers['access-control-allow-origin'], '*', url);
      t.match(headers['access-control-expose-headers'], 'ETag');
    }
    const asked = {
      origin: 'https://app.example.com',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'if-none-match',
    };
    const preflight = await app.inject({ url, method: 'OPTIONS', headers: asked });
    t.equal(preflight.statusCode, 204);
    t.match(preflight.headers, {
      allow: 'GET, HEAD, OPTIONS',
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': '*',
    });
  }
});

async function markdownOf(app: FastifyInstance): Promise<Map<string, string>> {
  const { payload } = await app.inject('/llms.txt');
  const files = new Map([['/llms.txt', payload]]);
  for (const target of linksIn(payload)) {
    const { pathname } = new URL(target.replace(ROOT, '/'), 'http://store');
    if (pathname.endsWith('.md')) files.set(pathname, (await app.inject(pathname)).payload);
  }
  return files;
}

/** As a reader of Markdown finds them, so not in code. */
function linksIn(markdown: string): string[] {
  const links: string[] = [];
  marked.walkTokens(marked.lexer(markdown), (token) => {
    if (token.type === 'link') links.push(token.href);
  });
  return links;
}

function headingsOf(markdown: string) {
  const isHeading = (token: Token) => token.type === 'heading';
  return marked.lexer(markdown).filter(isHeading) as { depth: number; text: string }[];
}

function idOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\w]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** Every description and every summary in a part of the contract. */
function textsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    const isText = ['description', 'summary'].includes(key) && typeof value === 'string';
    return isText ? [value] : textsIn(value);
  });
}
