import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { contract } from '../../generated/contract.ts';
import { readGuides } from '../../scripts/generate/guides.ts';
import { isDocumentSource, SOURCE_FOLDERS } from '../../scripts/generate/sources.ts';
import { ERROR_CODES } from '../../src/contract/error-codes.ts';
import { temporaryFolder } from '../support/databases.ts';

const PLANS = '<!-- table: plans -->';
const HEADERS = '<!-- table: headers of every response -->';
const CODES = '<!-- table: error codes -->';

async function guidesOf(t: Parameters<typeof temporaryFolder>[0], files: Record<string, string>) {
  const folder = await temporaryFolder(t);
  const written = Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text));
  await Promise.all(written);
  return readGuides(folder, contract);
}

t.test('guides follow each other in the order of their names, with their tables', async (t) => {
  const guides = await guidesOf(t, {
    '02-errors.md': `## Errors\n\n${CODES}\n\nThe end.\n`,
    '01-limits.md': `## Limits\n\n${PLANS}\n\n${HEADERS}\n`,
    'notes.txt': 'No guide.',
  });
  t.match(
    guides,
    [
      '## Limits',
      '',
      '| Plan | Requests per minute | Requests per day |',
      '| --- | ---: | ---: |',
      '| Free | 60 | 1,000 |',
      '| Pro | 300 | 10,000 |',
      '| Business | 1,000 | 100,000 |',
      '| Enterprise | custom | custom |',
      '',
      '| Header | Meaning |',
      '| --- | --- |',
      '| `X-Request-Id` | Identifies the request in ',
    ].join('\n'),
  );
  t.match(
    guides,
    [
      '',
      '## Errors',
      '',
      '| Code | Status | Meaning |',
      '| --- | ---: | --- |',
      '| `malformed_request` | 400 | ',
    ].join('\n'),
  );
  t.ok(guides.endsWith(' |\n\nThe end.'));
  t.notMatch(guides, 'precondition_failed', 'no operation responds with it');
});

t.test('an unknown table is an error that names the guide', async (t) => {
  const guides = guidesOf(t, {
    '01-limits.md': `${PLANS}\n${CODES}\n${HEADERS}\n<!-- table: prices -->\n`,
  });
  await t.rejects(guides, {
    message:
      /01-limits\.md: there is no table named "prices"\. Known tables: plans, headers of every response, error codes\.$/,
  });
});

t.test('a table that no guide has is an error', async (t) => {
  await t.rejects(guidesOf(t, { '01-limits.md': `${PLANS}\n${HEADERS}` }), {
    message: /has no guide with the line <!-- table: error codes -->\.$/,
  });
});

t.test('only headers that every response has are in their table', async (t) => {
  const guides = await guidesOf(t, { '01-limits.md': `${PLANS}\n${HEADERS}\n${CODES}` });
  const names = [...guides.matchAll(/^\| `([A-Z][\w-]*)` \|/gm)].map(([, name]) => name);
  const [shown = []] = Object.values(contract.paths).flatMap((item) =>
    Object.values(item).map(({ responses }) => Object.keys(responses.default.headers)),
  );
  t.strictSame(names, shown);
  t.ok(names.includes('RateLimit-Policy'));
  t.notMatch(names, 'Retry-After');
});

t.test('every example of an error has a code of the table, with its status', async (t) => {
  const known = new Map<string, number>(
    Object.entries(ERROR_CODES).map(([code, { status }]) => [code, status]),
  );
  const shown = new Map<string, unknown>();
  JSON.stringify(contract, (_key, value) => {
    if (typeof value?.code === 'string') shown.set(value.code, value.status);
    return value;
  });
  t.ok(shown.size > 10);
  for (const [code, status] of shown) t.equal(known.get(code), status, code);
});

t.test('other plans make what was generated stale', async (t) => {
  t.ok(isDocumentSource('src/limits/plans.ts'));
  t.ok(SOURCE_FOLDERS.includes('src/limits'));
  t.notOk(isDocumentSource('src/limits/bans.ts'));
});
