import t from 'tap';
import { contract } from '../../generated/contract.ts';
import { ERROR_CODES } from '../../src/contract/error-codes.ts';

interface Example {
  readonly code: string;
  readonly status: number;
}

/** Only documents outside the API respond with it. */
const UNUSED = ['not_acceptable'];
const USED = Object.entries(ERROR_CODES).filter(([code]) => !UNUSED.includes(code));

t.test('the guide describes every code in use, and no other', async (t) => {
  const [, section = ''] = /\n## Errors\n(.+?)\n## /s.exec(contract.info.description) ?? [];
  const rows = [...section.matchAll(/^\| `(\w+)` \| (\d+) \| (.+) \|$/gm)];
  t.same(
    rows.map(([, code, status, meaning]) => [code, { status: Number(status), meaning }]),
    USED,
  );
});

t.test('the contract has an example for every code in use, with its status', async (t) => {
  const pairs = examplesIn(contract).map(({ code, status }) => `${code} ${status}`);
  t.same([...new Set(pairs)].sort(), USED.map(([code, { status }]) => `${code} ${status}`).sort());
});

/** Every Error body in a part of the contract. */
function examplesIn(part: unknown): Example[] {
  if (typeof part !== 'object' || part === null) return [];
  const isExample = 'code' in part && typeof part.code === 'string' && 'status' in part;
  return isExample ? [part as Example] : Object.values(part).flatMap(examplesIn);
}
