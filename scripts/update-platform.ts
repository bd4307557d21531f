// `npm run update-platform`: takes a newer platform into a service that new-service has made.

import { Command } from 'commander';
import { MANIFEST } from './platform/manifest.ts';
import { updatePlatform } from './platform/update.ts';

const RULES = `
PATH is a checkout of the project that the platform comes from, after "npm ci" there.
Every file that ${MANIFEST} lists is replaced, and the platform's parts of package.json.
If one of them is not as the last platform left it, it is named, and nothing is written.
To keep a changed file, write null in place of its digest in ${MANIFEST}: updates leave it.`;

export async function main() {
  const command = new Command('npm run update-platform --')
    .description('Takes the platform of a newer project into this service.')
    .argument('<path>', 'the folder of the newer project')
    .addHelpText('after', RULES);
  const [newer] = command.parse().processedArgs;
  const update = await updatePlatform('.', newer);
  if (update.kind === 'changed') {
    for (const found of update.found) {
      process.stderr.write(`${found} is not as the last platform left it.\n`);
    }
    process.stderr.write('Nothing was written.\n');
    process.exitCode = 1;
    return;
  }
  const { files, takesPackages } = update;
  process.stdout.write(`Took ${files} files of the platform.\n`);
  if (takesPackages) process.stdout.write('package.json has changed. Run: npm install\n');
  process.stdout.write('Then: npm run generate && npm run check\n');
}
