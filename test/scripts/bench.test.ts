import t from 'tap';
import { root, startProcess } from '../support/scripts.ts';

t.test(
  'the benchmark compares the service with a server that returns the same responses',
  async (t) => {
    const options =
      '--rounds 1 --databases sqlite --rows get,create --connections 2 --no-growth --json';
    const command = [
      process.execPath,
      'scripts/run.js',
      'scripts/bench/index.ts',
      ...options.split(' '),
    ];
    const { code, stdout, stderr } = await startProcess(t, command, { cwd: root }).ended;
    t.equal(code, 0, stderr);
    const figure = { cpuMicroseconds: Number, perSecond: Number, p50Ms: Number, p99Ms: Number };
    t.match(JSON.parse(stdout).databases, [
      {
        database: 'sqlite',
        comparisons: ['one animal', 'create'].map((row) => {
          return { row, connections: 2, service: figure, bare: figure };
        }),
        startMs: { service: Number, bare: Number },
        peakMegabytes: { service: Number, bare: Number },
        growth: [],
      },
    ]);
  },
);
