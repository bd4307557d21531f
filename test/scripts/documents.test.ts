// What the documents of the project say of it is true.

import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import t from 'tap';
import packageJson from '#package' with { type: 'json' };
import { settingsOf } from '../../src/platform/config/index.ts';
import { service } from '../../src/service.ts';

const readme = await readFile('README.md', 'utf8');

t.test('.env.example and the README have every setting with its default', async (t) => {
  const example: string[] = [];
  const table: string[] = [];
  for (const [name, setting] of Object.entries(settingsOf(service))) {
    const fallback = 'default' in setting ? String(setting.default) : '';
    example.push(`# ${setting.description}\n#${name}=${fallback}\n`);
    table.push(`| \`${name}\` |${fallback && ` \`${fallback}\``} | ${setting.description} |`);
  }
  t.equal(await readFile('.env.example', 'utf8'), example.join('\n'));
  t.strictSame(readme.match(/^\| `[A-Z_]+` \|.*$/gm), table);
});

/** Are absent while no break is accepted, and before the first release. */
const ABSENT = ['openapi/accepted-changes.yaml', 'openapi/released'];

t.test('documents name only scripts and files that exist', async (t) => {
  const link = /(?:\]\(|srcset="|src=")(?!http)([^)#"]+)/g;
  const path = /\b((?:src|test|prisma|generated|openapi)\/[\w/.-]*\w)/g;
  for (const [document, file] of [
    ['README.md', link],
    ['OPERATIONS.md', link],
    ['openapi/platform/HOW-TO.md', path],
  ] as const) {
    const text = await readFile(document, 'utf8');
    const scripts = [...text.matchAll(/npm (?:ci|start|test|run (?:--silent )?([\w:-]+))/g)];
    // Code that a guide shows may be of a file that a reader adds.
    const files = [...text.replaceAll(/^```.*?^```$/gms, '').matchAll(file)];
    t.ok(scripts.length > 3 && files.length > 5, document);
    for (const [command, name = 'start'] of scripts) t.ok(name in packageJson.scripts, command);
    for (const [, name = ''] of files) t.ok(existsSync(name) || ABSENT.includes(name), name);
  }
});

t.test('links of documents lead to files and headings that exist', async (t) => {
  // Links of the changelog are those of the published documentation.
  const guides = globSync(['*.md', 'openapi/{,platform/}*.md'], { exclude: ['**/CHANGELOG.md'] });
  t.ok(guides.length > 7);
  for (const guide of guides) {
    const text = (await readFile(guide, 'utf8')).replaceAll(/^```.*?^```$/gms, '');
    for (const [link, name = '', anchor] of text.matchAll(/\]\((?!http)([^)#]*)(?:#([^)]+))?\)/g)) {
      const file = name === '' ? guide : join(dirname(guide), name);
      t.ok(existsSync(file), `${guide} ${link}`);
      if (anchor === undefined || !file.endsWith('.md')) continue;
      const headings = (await readFile(file, 'utf8')).match(/^#+ .*$/gm) ?? [];
      t.ok(headings.map(anchorOf).includes(anchor), `${guide} ${link}`);
    }
  }
});

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  const text = heading.replace(/^#+ /, '').toLowerCase();
  return text.replaceAll(/[^\p{L}\d _-]/gu, '').replaceAll(' ', '-');
}

t.test('SECURITY.md names a test for each risk', async (t) => {
  const rows = (await readFile('SECURITY.md', 'utf8')).match(/^\| (?!Risk|---).+\|$/gm) ?? [];
  t.equal(rows.filter((row) => /^\| API\d+ /.test(row)).length, 10, 'all ten of OWASP');
  for (const row of rows) {
    const files = [...row.matchAll(/`(test\/\S+\.test\.ts)`/g)];
    t.ok(files.length > 0, row);
    for (const [, file = ''] of files) t.ok(existsSync(file), file);
  }
});
