import t from 'tap';
import { judge } from '../../scripts/bench/targets.ts';

const figures = (cpuMicroseconds: number, p99Ms: number, perSecond: number) => ({
  cpuMicroseconds,
  p99Ms,
  perSecond,
  p50Ms: 1,
  databaseCpuMicroseconds: Number.NaN,
  redisCpuMicroseconds: Number.NaN,
});

const measured = {
  name: 'idempotent',
  row: 'create with a key',
  animals: 100,
  connections: 32,
  service: figures(110, 12, 900),
  same: figures(100, 10, 1_000),
  lean: figures(80, 9, 1_100),
} as const;

t.test('the benchmark says which ratios are over their targets', async (t) => {
  t.same(judge('postgresql', measured), [
    'create with a key',
    '32',
    '1.10 ≤ 1.20: ok',
    '1.38 ≤ 1.30: over',
    '1.20 ≤ 1.10: over',
    '0.90 ≥ 1.00: under',
  ]);
});

t.test('what has no target is not judged', async (t) => {
  t.equal(judge('postgresql', { ...measured, connections: 256 }), undefined);
});
