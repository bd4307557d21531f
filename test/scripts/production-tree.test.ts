import { readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import t from 'tap';
import { productionTree } from '../support/production-tree.ts';
import { listening, root, startProcess } from '../support/scripts.ts';

/*
 * Runs each command that OPERATIONS.md documents in what is shipped.
 */

const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** The commands of the service itself, in the order in which they are documented. */
function documentedCommands(text: string): string[] {
  const inline = text.matchAll(/`((?:npm|node) [^`\n]+)`/g);
  const fenced = text.matchAll(/^((?:npm|node) .+)$/gm);
  const found = [...fenced, ...inline].map(([, command = '']) => command);
  return [...new Set(found)].filter((command) => {
    const [, script = ''] = /^npm (?:run )?(?:--silent )?(\S+)/.exec(command) ?? [];
    return /dist\//.test(scripts[script] ?? command);
  });
}

const VALUES: Readonly<Record<string, string>> = { NAME: 'Ada', PLAN: 'free', ID: '1' };

t.test('every documented command works in what is shipped', async (t) => {
  const commands = documentedCommands(await readFile(join(root, 'OPERATIONS.md'), 'utf8'));
  for (const command of ['npm start', 'npm run migrate', 'npm run keys', 'npm run seed']) {
    t.ok(
      commands.some((documented) => documented.startsWith(command)),
      `${command} is documented`,
    );
  }
  const cwd = await productionTree(t);
  // Packages of this Node are not shipped.
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const settings = { PATH: path, NODE_ENV: 'production', PORT: '0' };
  for (const documented of commands) {
    const command = documented.split(' ').map((part) => VALUES[part] ?? part);
    const running = startProcess(t, command, { cwd, settings });
    if (/start$|server\.js$/.test(documented)) {
      const response = await fetch(`${await listening(running)}/readyz`);
      t.equal(response.status, 200, documented);
      t.equal((await running.end('SIGTERM')).code, 0, documented);
    } else {
      const { code, stderr } = await running.ended;
      t.equal(code, 0, `${documented}: ${stderr}`);
    }
  }
});
