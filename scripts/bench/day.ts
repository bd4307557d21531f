import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Command } from 'commander';
import { RUN } from '../programs.ts';
import { freePort } from '../servers/ports.ts';
import { launch } from '../servers/process.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';

const NOT_COPIED = new Set(['.git', '.tap', 'artifacts', 'data', 'dist', 'node_modules']);
/** A pause before each save, so that no output of the previous one is taken for its verdict. */
const PAUSE_MS = 1_500;

const CONTRACT = 'openapi/openapi.yaml';
const HANDLER = 'src/handlers/pets.ts';
const TEST = 'test/handlers/get-pet.test.ts';

/** What `npm run dev` writes after a save. */
const VERDICTS = {
  fault: /Can't resolve \$ref/,
  lint: /keeps all rules/,
  server: /Server listening/,
  types: /Found 0 errors/,
};

type Verdict = keyof typeof VERDICTS;
type Seconds = Map<string, number[]>;

const { saves } = new Command('npm run bench:day --')
  .description(
    'Measures how long each verdict on a save takes, in a copy of the project, on an idle machine.',
  )
  .option('--saves <count>', 'how often to save each file', Number, 20)
  .parse()
  .opts<{ saves: number }>();

await inTemporaryFolder(async (cwd) => {
  await cp('.', cwd, { recursive: true, filter: (file) => !NOT_COPIED.has(basename(file)) });
  await symlink(resolve('node_modules'), join(cwd, 'node_modules'));
  const seconds: Seconds = new Map();
  await measureDev(cwd, seconds);
  await measureTest(cwd, seconds);
  for (const [step, all] of seconds) {
    all.sort((one, other) => one - other);
    const median = all[Math.floor(all.length / 2)];
    const worst = all.at(-1);
    process.stdout.write(
      `${step.padEnd(24)} ${median?.toFixed(2)} s, worst ${worst?.toFixed(2)} s\n`,
    );
  }
});

async function measureDev(cwd: string, seconds: Seconds) {
  const env = { ...process.env, PORT: String(await freePort()) };
  const dev = launch([process.execPath, RUN, 'scripts/dev.ts'], { cwd, env });
  await Promise.all([dev.waitFor(VERDICTS.server), dev.waitFor(VERDICTS.types)]);
  const contract = await readFile(join(cwd, CONTRACT), 'utf8');
  const handler = await readFile(join(cwd, HANDLER), 'utf8');
  const save = async (step: string, file: string, text: string, verdicts: Verdict[]) => {
    await wait(PAUSE_MS);
    const startMs = performance.now();
    await writeFile(join(cwd, file), text);
    const shown = verdicts.map(async (verdict) => {
      await dev.waitFor(VERDICTS[verdict]);
      add(seconds, `${step}: ${verdict}`, startMs);
    });
    await Promise.all(shown);
  };
  for (let count = 1; count <= saves; count++) {
    const faulty = contract.replace('parameters/PetId', 'parameters/None');
    await save('contract', CONTRACT, faulty, ['fault']);
    const changed = contract.replace('List all animals', `List all animals ${count}`);
    await save('contract', CONTRACT, changed, ['lint', 'server', 'types']);
    await save('handler', HANDLER, `${handler}// ${count}\n`, ['server', 'types']);
  }
  await dev.end('SIGINT');
}

async function measureTest(cwd: string, seconds: Seconds) {
  for (let count = 1; count <= saves; count++) {
    const startMs = performance.now();
    await launch([process.execPath, RUN, 'scripts/test-one.ts', TEST], { cwd }).ended;
    add(seconds, 'test:one', startMs);
  }
}

function add(seconds: Seconds, step: string, startMs: number) {
  const all = seconds.get(step) ?? [];
  all.push((performance.now() - startMs) / 1_000);
  seconds.set(step, all);
}
