import t from 'tap';
import { contract } from '../../generated/contract.ts';
import { documentation } from '../../generated/documentation.ts';
import { ERROR_CODES } from '../../src/error-codes.ts';

interface Example {
  readonly code: string;
  readonly status: number;
}

/** No operation responds with it: only paths that do not exist. */
const OUTSIDE = ['path_not_found'];

t.test('the guide describes every code, and no other', async (t) => {
  const [, section = ''] = /\n## Errors\n(.+?)\n## /s.exec(documentation.markdown) ?? [];
  const rows = [...section.matchAll(/^\| `(\w+)` \| (\d+) \| (.+) \|$/gm)];
  t.same(
    rows.map(([, code, status, meaning]) => [code, { status: Number(status), meaning }]),
    Object.entries(ERROR_CODES),
  );
});

t.test('the contract has an example for every code of an operation, with its status', async (t) => {
  const used = Object.entries(ERROR_CODES).filter(([code]) => !OUTSIDE.includes(code));
  const pairs = examplesIn(contract).map(({ code, status }) => `${code} ${status}`);
  t.same([...new Set(pairs)].sort(), used.map(([code, { status }]) => `${code} ${status}`).sort());
});

/** Every Error body in a part of the contract. */
function examplesIn(part: unknown): Example[] {
  if (typeof part !== 'object' || part === null) return [];
  const isExample = 'code' in part && typeof part.code === 'string' && 'status' in part;
  return isExample ? [part as Example] : Object.values(part).flatMap(examplesIn);
}
