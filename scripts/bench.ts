import { parseArgs } from 'node:util';
import { runProcess } from '../src/entry-point.js';
import { readWholeNumber } from './arguments.js';
import { measureLimitStep } from './bench/limit-step.js';

const HELP = `Measures what the service costs. CPU time per request is what a busy machine disturbs least.

  npm run bench -- [--rounds 5] [--json]
`;

await runProcess(main);

async function main(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return process.stdout.write(HELP);
  const rounds = readWholeNumber('--rounds', values.rounds, 1, 1_000);
  const limitStep = Number((await measureLimitStep(rounds)).toFixed(1));
  const figures = { rounds, limitStepCpuMicroseconds: limitStep };
  return process.stdout.write(
    values.json
      ? `${JSON.stringify(figures)}\n`
      : `| | CPU per request, median of ${rounds} rounds |\n| --- | ---: |\n| limit step, memory counters | ${limitStep} µs |\n`,
  );
}
