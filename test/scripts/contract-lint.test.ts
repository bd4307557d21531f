import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { parse, stringify } from 'yaml';
import { OVERLAY } from '../support/contracts.ts';
import { temporaryFolder } from '../support/databases.ts';
import { changeFile, root, runScript } from '../support/scripts.ts';

/*
 * What `npm run contract:lint` says, as people run it: once, for all contracts, since it takes most of
 * the time to start.
 */

const SCRIPT = 'scripts/contract/lint.ts';

type Puts = Readonly<Record<string, unknown>>;

/** A change of the contract, and what lint says of it. */
interface Row {
  readonly says: string;
  readonly put: Puts;
  readonly at?: string;
  /** Each of them takes the place of `*`. */
  readonly of?: readonly unknown[];
}

interface Cases {
  readonly places: Readonly<Record<string, string>>;
  readonly contract: object;
  readonly rows: readonly Row[];
  readonly texts: readonly (readonly [
    file: string,
    before: string,
    after: string,
    says: string,
    there: string,
  ])[];
  readonly references: Puts;
  readonly files: Readonly<Record<string, string>>;
}

const text = await readFile(join(root, 'test/scripts/refused-contracts.yaml'), 'utf8');
const cases: Cases = parse(text, { merge: true, intAsBigInt: true });
const rows = cases.rows.flatMap(({ of = ['*'], ...row }) =>
  of.map((one) => ({ ...row, put: replaced(row.put, one) as Puts })),
);

t.test('the contract keeps all rules', async (t) => {
  t.same(await runScript(t, SCRIPT, [], { cwd: root }), {
    code: 0,
    stdout: 'openapi/openapi.yaml keeps all rules.\n',
    stderr: '',
  });
});

t.test('there is a row for everything that SUPPORTED.md says is refused', async (t) => {
  const supported = await readFile(join(root, 'openapi/SUPPORTED.md'), 'utf8');
  for (const [, name, note = ''] of supported.matchAll(/^\| (.+) \| refused \| (.*) \|$/gm)) {
    const row = rows.find(({ says }) => note.includes(says));
    t.ok(row, `${name}: ${note}`);
  }
});

t.test('names the line of what is refused, and what to write instead', async (t) => {
  const folder = await temporaryFolder(t);
  const allowed = await writeContract(folder, {});
  const allowedInFiles = await writeContract(join(folder, 'files'), cases.references);
  const changed = await Promise.all(
    rows.map(({ put }, index) => writeContract(join(folder, `${index}`), put)),
  );
  const changedTexts = await Promise.all(
    cases.texts.map(async ([file, before, after], index) => {
      const contract = await writeContract(join(folder, `text-${index}`), cases.references);
      await changeFile(join(dirname(contract), file), before, after);
      return contract;
    }),
  );
  const files = [allowed, allowedInFiles, ...changed, ...changedTexts];
  const { code, stdout, stderr } = await runScript(t, SCRIPT, files, { cwd: root });
  t.equal(code, 1);
  const kept = [allowed, allowedInFiles].map((file) => `${file} keeps all rules.\n`);
  t.equal(stdout, kept.join(''), 'only these have nothing that is refused');
  const lines = stderr.split('\n');

  for (const [index, { says, put, at }] of rows.entries()) {
    const key = at ?? keysIn(Object.keys(put)[0] ?? '').at(-1) ?? '';
    await expectLine(t, lines, changed[index] ?? '', says, key);
  }
  for (const [index, [name, , , says, there]] of cases.texts.entries()) {
    await expectLine(t, lines, join(dirname(changedTexts[index] ?? ''), name), says, there);
  }
  t.equal(new Set(lines).size, lines.length, 'nothing is reported twice');
});

/** Finds what lint says of a file, and looks at the line that it names. */
async function expectLine(
  t: Test,
  lines: readonly string[],
  file: string,
  says: string,
  there: string,
) {
  const own = lines.filter((line) => line.startsWith(`${dirname(file)}/`));
  const found = own.find((line) => line.includes(says)) ?? '';
  const [, place = '', number] = /^([^:]+):(\d+):\d+ /.exec(found) ?? [];
  const written = await readFile(place, 'utf8').catch(() => '');
  const line = written.split('\n')[Number(number) - 1];
  t.ok(line?.includes(there), `${says}: ${own.join(' ') || 'nothing'} points to ${line}`);
}

/** Writes the contract with other values at some places, and what is beside it. */
async function writeContract(folder: string, puts: Puts): Promise<string> {
  const document = structuredClone(cases.contract);
  for (const [keys, value] of Object.entries(puts)) put(document, keysIn(keys), value);
  const file = join(folder, 'contract.yaml');
  await mkdir(folder, { recursive: true });
  await writeFile(file, stringify(document, { aliasDuplicateObjects: false }));
  await cp(join(root, 'openapi', OVERLAY), join(folder, OVERLAY));
  if (puts !== cases.references) return file;
  for (const [name, content] of Object.entries(cases.files)) {
    await mkdir(join(folder, dirname(name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return file;
}

function put(document: object, keys: readonly string[], value: unknown) {
  const last = keys.at(-1) ?? '';
  let at = document as Record<string, unknown>;
  for (const key of keys.slice(0, -1)) {
    at[key] ??= {};
    at = at[key] as Record<string, unknown>;
  }
  // Also a field that is named __proto__.
  const property = { value, enumerable: true, configurable: true, writable: true };
  if (value === null) delete at[last];
  else Object.defineProperty(at, last, property);
}

/** Keys apart by spaces, of which the first can be a place. */
function keysIn(keys: string): string[] {
  const [first = '', ...others] = keys.split(' ');
  return [...(cases.places[first] ?? first).split(' '), ...others];
}

function replaced(value: unknown, by: unknown): unknown {
  if (value === '*') return by;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => replaced(item, by));
  const entries = Object.entries(value).map(
    ([key, part]) => [key.replace('*', String(by)), replaced(part, by)] as const,
  );
  return Object.fromEntries(entries);
}
