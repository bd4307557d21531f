import { Command } from 'commander';
import { updateGenerated } from './update.ts';

const options = new Command('npm run generate --')
  .description('Updates generated/, the dashboard and the table of metrics.')
  .option('--check', 'change nothing, name the files in git that would change, and exit with 1')
  .parse()
  .opts();
await updateGenerated(options);
