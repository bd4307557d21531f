import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { findFloatingPromises } from '../../scripts/floating-promises.ts';
import { temporaryFolder } from '../support/databases.ts';

const FLOATING = [
  'write();',
  'write().then(done);',
  'write().finally(done);',
  'maybe && write();',
  'maybe ? write() : done();',
];
const KEPT = [
  'await write();',
  'void write();',
  'write().catch(done);',
  'write().then(done, done);',
  'last = write();',
  'last ??= write();',
  'const kept = write();',
  'done();',
];

t.test('a promise that nothing waits for is found, and no other', async (t) => {
  const file = join(await temporaryFolder(t), 'writes.ts');
  const declarations = `declare function write(): Promise<string>;
declare function done(): void;
declare const maybe: boolean;
let last: Promise<string>;
`;
  const first = declarations.split('\n').length;
  await writeFile(
    file,
    [`${declarations}${FLOATING[0]}`, ...FLOATING.slice(1), ...KEPT].join('\n'),
  );
  const wanted = FLOATING.map((_, index) => `${file}:${first + index}:1`);
  const { ES2022 } = (await import('typescript')).default.ScriptTarget;
  t.same(findFloatingPromises([file], { target: ES2022, types: [] }), wanted);
});
