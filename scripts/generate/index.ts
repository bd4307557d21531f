// The command line of `npm run generate`.

import { Command } from 'commander';
import { updateGenerated } from './update.ts';

const options = new Command('npm run generate --')
  .description('Updates generated/.')
  .option('--service <folder>', 'another service, which is updated instead')
  .option('--check', 'change nothing, name the files in git that would change, and exit with 1')
  .parse()
  .opts();
await updateGenerated(options);
