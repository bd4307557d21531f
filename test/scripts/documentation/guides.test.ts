// The guides of any service: those that every service has, in its words, beside its own.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import t, { type Test } from 'tap';
import { parse } from 'yaml';
import { type Contract, completeContract } from '../../../scripts/contract/index.ts';
import { contractOptions } from '../../../scripts/contract-options.ts';
import { readGuides } from '../../../scripts/documentation/description.ts';
import { readGuidesOf } from '../../../scripts/documentation/guides.ts';
import { addCodeSamples, wrongGuides } from '../../../scripts/documentation/index.ts';
import { guideProse } from '../../../scripts/documentation/page/prose.ts';
import { headingId, sectionsIn } from '../../../scripts/documentation/sections.ts';
import { service } from '../../platform/service/src/service.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { changeFile, root } from '../../support/scripts.ts';
import { copyLibrary, OPERATIONS } from '../contract/library.ts';

const PLATFORM_GUIDES = join(root, 'openapi/platform/guides');
const OVERLAYS = join(root, 'openapi/platform');

/** Own guides that the others lead to. */
const OWN = 'Introduction.\n\n## First steps\n\nCall it.\n';

/** The contract of a library with other overlays: those of every service. */
async function contractWith(t: Test, ...overlays: readonly string[]): Promise<Contract> {
  const file = join(await copyLibrary(t), OPERATIONS);
  const list = overlays.map((name) => relative(dirname(file), join(OVERLAYS, name))).join(', ');
  // They have these parts, too.
  await changeFile(file, /^security:\n {2}- apiKey: \[\]\n/m, '');
  await changeFile(file, /^x-overlays: .*/m, `x-overlays: [${list}]`);
  return (await completeContract(file, { shown: contractOptions(service).shown })).contract;
}

async function guidesOf(t: Test, contract: Contract, files: Readonly<Record<string, string>> = {}) {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'parts'));
  for (const [name, text] of Object.entries({ '00-start.md': OWN, ...files })) {
    await writeFile(join(folder, name), text);
  }
  const guides = await readGuidesOf({ contract, service, guides: [PLATFORM_GUIDES, folder] });
  return guides.markdown;
}

/** The links of a text to its own headings, and to other places in it, that lead nowhere. */
function brokenLinks(text: string): string[] {
  const titles = [...text.matchAll(/^#{2,3} (.*)/gm)].map(([, title = '']) => headingId(title));
  const ids = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id);
  const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, id = '']) => id);
  return links.filter((id) => !titles.includes(id) && !ids.includes(id));
}

t.test('every service has them in its words, with an account or without', async (t) => {
  for (const [overlays, hasAccount] of [
    [['account.yaml', 'every-operation.yaml'], true],
    [['every-operation.yaml'], false],
  ] as const) {
    const text = await guidesOf(t, await contractWith(t, ...overlays));
    t.notMatch(text, /\{\$|<!--/, 'nothing is left to fill');
    t.strictSame(brokenLinks(text), []);
    t.match(text, 'client.listBooks({ limit: 1 })');
    t.match(text, 'scope="books:read"');
    t.equal(text.includes('/account'), hasAccount, overlays.join());
    t.equal(text.includes('### Manage your keys'), hasAccount);
    t.equal(text.includes('createKey'), hasAccount);
    t.equal(sectionsIn(text, 2).sections[0]?.id, 'first-steps', 'in the order of their names');
  }
});

t.test('a part or a guide of the service replaces what the platform says', async (t) => {
  const contract = await contractWith(t, 'every-operation.yaml');
  const own = {
    'parts/client-program.md': 'Call `{$listOperation}`.\n',
    '14-caching.md': '## Caching\n\nAs you like.\n',
  };
  const [without, withOwn] = [await guidesOf(t, contract), await guidesOf(t, contract, own)];
  for (const replaced of ['This program lists everything', 'Responses must not be cached']) {
    t.match(without, replaced);
    t.notMatch(withOwn, replaced);
  }
  t.match(withOwn, '\nCall `listBooks`.\n');
  t.match(withOwn, '\nAs you like.\n');
});

t.test('a guide that asks for what is not known is named, with its line', async (t) => {
  const contract = await contractWith(t, 'every-operation.yaml');
  for (const [line, says] of [
    ['<!-- table: colours -->', /no table "colours"\. Known are: plans, /],
    ['<!-- if: webhooks -->', /no if "webhooks"\. Known are: account, /],
    ['{$colour}', /no word for \{\$colour\}\. Known words: title, /],
  ] as const) {
    const guide = { '01-own.md': `## Own\n\n${line}\n` };
    const place = /01-own\.md:3:1 /;
    const error = await guidesOf(t, contract, guide).catch(({ message }) => message);
    t.match(error, place);
    t.match(error, says);
  }
});

t.test(
  'a link of a guide or of the search that leads nowhere is named, with its line',
  async (t) => {
    const contract = await contractWith(t, 'every-operation.yaml');
    addCodeSamples(contract);
    const folder = await temporaryFolder(t);
    const files = {
      '00-start.md': OWN,
      '01-own.md': '## Own\n\n[a](#bans), [b](#operations/listBooks),\n[c](docs#no-guide)\n',
      '02-picture.md':
        '## Picture\n\n![d](docs/static/rate-limit-windows.svg) ![e](docs/static/no.svg)\n',
      'search.yaml': 'words:\n  bans: banned\n  no-words: lost\nentries:\n  - anchor: no-entry\n',
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const found = await wrongGuides({ contract, service, guides: [PLATFORM_GUIDES, folder] });
    t.strictSame(
      found
        .filter((line) => line.startsWith(`${folder}/`))
        .map((line) => line.slice(folder.length)),
      [
        '/01-own.md:4:5 There is no docs#no-guide to lead to. (links)',
        '/02-picture.md:3:47 There is no docs/static/no.svg to lead to. (links)',
        '/search.yaml:3:3 There is no #no-words to lead to. (links)',
        '/search.yaml:5:13 There is no #no-entry to lead to. (links)',
      ],
    );
  },
);

t.test('a guide that the page itself leads to, and that is not there, is named', async (t) => {
  const contract = await contractWith(t, 'every-operation.yaml');
  addCodeSamples(contract);
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, '00-start.md'), OWN);
  await writeFile(join(folder, '04-rate-limits.md'), '## Rate limits\n\nThere are some.\n');
  const found = await wrongGuides({ contract, service, guides: [PLATFORM_GUIDES, folder] });
  const heading = '#headers-of-every-response';
  const line = `${folder} No guide has the heading ${heading}, to which the page leads. (links)`;
  t.ok(found.includes(line), found.join('\n'));
});

t.test('the search leads only to headings of the guides that a service can have', async (t) => {
  const guides = await readGuides(PLATFORM_GUIDES);
  const text = [OWN, ...guides.map((guide) => guide.text)].join('\n');
  const headings = [...text.matchAll(/^#{2,3} (.*)/gm)].map(([, title = '']) => headingId(title));
  const { words } = parse(await readFile(join(PLATFORM_GUIDES, 'search.yaml'), 'utf8'));
  t.strictSame(
    Object.keys(words).filter((anchor) => !headings.includes(anchor)),
    [],
  );
});

t.test('what tells pages of tabs and of anchors is in no text', async (t) => {
  const contract = await contractWith(t, 'every-operation.yaml');
  const own = `## Own

<!-- tabs -->
Call it:

\`\`\`sh
curl -i .
\`\`\`

Or so:

\`\`\`ts
await call();
\`\`\`
<!-- end -->

<!-- anchors: things/ -->
| What |
| --- |
| \`One\` |
`;
  const text = await guidesOf(t, contract, { '01-own.md': own });
  t.match(text, 'Or so:');
  t.notMatch(text, '<!--');
  const { html } = guideProse(own, new Map());
  t.match(html, /data-choice="curl".*data-choice="TypeScript"/s);
  t.match(html, /<div class="sample"\s+data-language-of="TypeScript"><p dir="auto">Or so:/);
  t.match(html, '<tr id="things/one">');
});
