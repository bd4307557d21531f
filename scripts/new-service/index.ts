// `npm run new-service`: writes a project of its own on this platform, with one resource.

import { Command } from 'commander';
import { readNames } from './names.ts';
import { readPlans } from './plans.ts';
import { platformNames } from './platform-names.ts';
import { readResource } from './resource.ts';
import { writeService } from './write-service.ts';

const HELP = `
The folder gets the platform, a contract with the operations list, create, get, update and remove of the resource,
all that they need, and a first commit. In it, run: npm ci && npm start`;

interface Options {
  readonly name: string;
  readonly keyPrefix: string;
  readonly plans: string;
  readonly resource: string;
  readonly plural?: string;
}

export async function main() {
  const command = new Command('npm run new-service --')
    .description('Writes another service on this platform into a new folder.')
    .argument('<path>', 'the folder, which does not exist yet')
    .requiredOption('--name <name>', 'as people read it, such as "Corner Bookshop"')
    .requiredOption('--key-prefix <prefix>', 'what API keys begin with, such as bks')
    .requiredOption(
      '--plans <plans>',
      'requests per minute and day: reader:100/5000,publisher:custom',
    )
    .requiredOption('--resource <noun>', 'what the service keeps, in the singular: book')
    .option('--plural <noun>', 'where the plural follows no rule')
    .addHelpText('after', HELP);
  const [folder] = command.parse().processedArgs;
  const { name, keyPrefix, plans: givenPlans, resource: noun, plural } = command.opts<Options>();
  const resource = readResource(noun, plural, await platformNames());
  const plans = readPlans(givenPlans);
  const [firstKeyPlan = ''] = Object.entries(plans).flatMap(([plan, limits]) =>
    limits === 'custom' ? [] : [plan],
  );
  const names = readNames(name, keyPrefix, firstKeyPlan);
  await writeService({ folder, names, plans, resource });
  process.stdout.write(`Wrote ${folder}. In it, run: npm ci && npm start\n`);
}
