// What the page makes of the contract with every feature, by the function that makes it.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { modelOf } from '../../../scripts/contract/index.ts';
import { readService } from '../../../scripts/contract-options.ts';
import { documentationFiles } from '../../../scripts/documentation/index.ts';
import { documentationPage } from '../../../scripts/documentation/page/documentation.ts';
import { faviconOf } from '../../../scripts/documentation/page/favicon.ts';
import { siteOf } from '../../../scripts/documentation/page/site.ts';
import { serviceFiles } from '../../../scripts/sources.ts';
import { features } from '../../platform/contract/features.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { merge } from '../contract/table.ts';

const MORE_HEADERS = {
  'X-A': {
    schema: { type: 'integer', enum: [4, 5] },
    deprecated: true,
    'x-deprecated-since': '2026-11-21',
    'x-sunset': '2030-12-05',
    examples: { d: { summary: 'Four', value: 4 }, e: { value: 5 } },
  },
};

const LIST = { 'application/json': { schema: { title: 'All of them' } } };

/** Texts that HTML would take for its own, and what no reader needs. */
const MORE = {
  paths: {
    '/things': {
      get: { responses: { 200: { content: LIST } } },
      post: {
        summary: 'כלב & <i>',
        description: 'See `</code>`.',
        responses: { 201: { headers: MORE_HEADERS } },
      },
    },
  },
  components: {
    schemas: {
      Part: { properties: { n: { type: 'integer', minimum: 3, maximum: 7 } } },
      Thing: {
        properties: {
          '<b>"&': { type: 'string', description: 'רקס `<script>`' },
          token: { type: 'string', pattern: '^b+$', 'x-pattern-message': 'was not issued here' },
        },
      },
    },
  },
};

/** What pages load. */
const WITHOUT_FILES = { pictures: new Map(), fileVersions: {}, searchFile: 'search.json' };

t.test('the page shows all that a contract says for its readers, and texts as they are', (t) => {
  const document = structuredClone(features);
  merge(document, MORE);
  const html = documentationPage(
    siteOf({ contract: modelOf(document), guides: '', ...WITHOUT_FILES }),
  );
  for (const shown of [
    'The least',
    'With more',
    'A size.',
    '3 to 7.',
    'A whole thing',
    'Must be in upper case (',
    '(Is gone)',
    '(Four)',
    'Deprecated since 21 November 2026, may be removed from 5 December 2030 on. Example',
    'Deprecated since 1 January 2026, may be removed from 1 January 2999 on: use <code',
    'One of <code dir="auto">4</code>, <code dir="auto">5</code>. More values may be added.',
    'One of <code dir="auto">1</code>, <code dir="auto">2</code>, <code dir="auto">4</code>. No other values.',
    'All of them',
    'id="objects/Thing/id"',
    'id="operations/createThing/body/secret"',
    '<p class="facts">Read-only: not in requests.',
    '<p class="facts">Write-only: not in responses. At most 9 characters.',
    'No other fields.',
    'id="operations/createThing/body/rows/%5B%5D/%5B%5D"',
    'One of these, by <code dir="auto">kind</code>:',
    'id="objects/Cat"',
    '<a href="#objects/Cat">Cat</a>',
    'id="objects/Cat/lives"',
    'Any other field',
    '<a href="#operations/createThing">כלב &amp; &lt;i&gt;</a>',
    '>&lt;/code&gt;</code>',
    'id="operations/createThing/body/%3Cb%3E%22%26"',
  ]) {
    t.ok(html.includes(shown), shown);
  }
  for (const hidden of ['createThing/body/id"', 'createThing/201/secret"', '<script>', '<i>']) {
    t.notOk(html.includes(hidden), hidden);
  }
  t.notMatch(html, /was not issued here|b\+/, 'which says of no value that it is allowed');
  t.end();
});

const DESCRIPTION = `This operation is experimental: see [the RFC][rfc].

\`\`\`sh
curl first

curl second
\`\`\`

Then see [the RFC][rfc].

[rfc]: https://example.org/rfc
`;

t.test('the page keeps blocks of code, and links as they are', (t) => {
  const document = structuredClone(features);
  merge(document, {
    paths: { '/things': { get: { description: DESCRIPTION, 'x-stability': 'experimental' } } },
  });
  const see = 'See [it][a], [`api_key_missing`](#two).';
  const guides = `Introduction\n\n## One\n\n${see}\n\n## Two\n\n[A]: https://example.org/a`;
  const html = documentationPage(siteOf({ contract: modelOf(document), guides, ...WITHOUT_FILES }));
  const [, callout = ''] = /class="callout experimental"([\s\S]*?)<\/div>/.exec(html) ?? [];
  t.match(callout, 'https://example.org/rfc');
  t.equal(html.split('href="https://example.org/rfc"').length - 1, 2);
  t.match(html.replaceAll(/<[^>]*>/g, ''), /curl first\n\ncurl second/);
  t.match(html, '<a href="https://example.org/a">it</a>');
  t.match(html, '<a href="#two"><code dir="auto">api_key_missing</code></a>');
  t.end();
});

t.test('a service without a picture has the first letter of its title', (t) => {
  const svg = faviconOf('Überall & more').replaceAll('\n', '');
  t.match(svg, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" .*<\/svg>$/);
  t.match(svg, '<title>Überall &amp; more</title>');
  t.match(svg, />Ü<\/text>/);
  t.end();
});

t.test('a contract without an account has no account page, nor its files', async (t) => {
  const document = structuredClone(features);
  const files = serviceFiles();
  const service = await readService();
  const guides = await temporaryFolder(t);
  // The headings that the page leads to.
  await writeFile(
    join(guides, '00.md'),
    '## Scopes\n\n<!-- anchors: error- -->\n<!-- table: error codes -->\n',
  );
  const made = await documentationFiles({
    contract: modelOf(document),
    clients: { ts: '', js: '' },
    service,
    files,
    guides: [guides],
  });
  const pages = Object.keys(made).filter((name) => name.startsWith('page/'));
  t.ok(pages.includes('page/page.js'));
  t.notOk(pages.some((name) => name.includes('account')));
  const documentation = made['documentation.ts'] ?? '';
  t.match(documentation, '"account": ""');
  t.notMatch(documentation, '>Account</a>', 'no menu leads there');
});
