import t from 'tap';
import { root, startProcess } from '../support/scripts.ts';

t.test(
  'the benchmark compares the service with servers that return the same responses, or only their bodies',
  async (t) => {
    const options =
      '--rounds 1 --databases sqlite --rows real,repeats --connections 32 --customers 20 --redis --json';
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
        comparisons: ['real mix', 'create repeated'].map((row) => {
          return { row, connections: 32, service: figure, same: figure, lean: figure };
        }),
        startMs: { service: Number, same: Number, lean: Number },
        peakMegabytes: { service: Number, same: Number, lean: Number },
        growth: [],
      },
    ]);
  },
);
