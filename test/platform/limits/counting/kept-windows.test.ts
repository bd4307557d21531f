// The windows that are kept: when those that are over are forgotten, and which counts have changed.

import t from 'tap';
import { createKeptWindows } from '../../../../src/platform/limits/counting/kept-windows.ts';

const START_SECONDS = 1_790_000_000;

t.test('a sweep begins each hour, with the first caller', async (t) => {
  const sweeps: number[] = [];
  const { openWindows } = createKeptWindows((nowSeconds) => sweeps.push(nowSeconds));
  const callAfter = (seconds: number) => {
    openWindows({ kind: 'address', id: '192.0.2.1' }, START_SECONDS + seconds);
    return sweeps.splice(0).map((atSeconds) => atSeconds - START_SECONDS);
  };
  t.strictSame([0, 1, 3_599, 3_600, 3_601, 9_000, 12_599, 12_600].map(callAfter), [
    [0],
    [],
    [],
    [3_600],
    [],
    [9_000],
    [],
    [12_600],
  ]);
});

t.test('a sweep forgets both kinds of a customer, with what has changed of them', async (t) => {
  const { openWindows, isKnown, noteChange, takeChanged } = createKeptWindows(() => undefined);
  const kinds = ['customer', 'reserve'] as const;
  for (const kind of kinds) {
    const { minute, day } = openWindows({ kind, id: 1n }, START_SECONDS);
    minute.admitted = 1;
    day.admitted = 1;
    noteChange({ kind, id: 1n });
    // Nothing is counted.
    openWindows({ kind, id: 2n }, START_SECONDS);
  }
  const sweepAfter = (seconds: number) => {
    openWindows({ kind: 'customer', id: 3n }, START_SECONDS + seconds);
    return kinds.flatMap((kind) => [1n, 2n].filter((id) => isKnown({ kind, id })));
  };
  t.strictSame(sweepAfter(86_399), [1n, 1n]);
  t.strictSame(sweepAfter(86_399 + 3_600), []);
  t.strictSame(kinds.map(takeChanged), [[], []]);
});

t.test('what has changed is taken once, and an address never', async (t) => {
  const kept = createKeptWindows(() => undefined);
  for (const id of [1n, 2n]) kept.openWindows({ kind: 'reserve', id }, START_SECONDS);
  kept.noteChange({ kind: 'address', id: '192.0.2.1' });
  kept.noteChange({ kind: 'reserve', id: 1n });
  kept.addChanged('customer', [3n, 3n]);
  t.strictSame(kept.takeChanged('reserve'), [1n]);
  t.strictSame(kept.takeChanged('customer'), [3n]);
  kept.addAllChanged('reserve');
  t.strictSame(kept.takeChanged('reserve'), [1n, 2n]);
  t.strictSame(kept.takeChanged('reserve'), []);
});
