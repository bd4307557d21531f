// `npm run keys`: creates, limits, finds and revokes API keys, and shows their use.

import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { userInfo } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, CommanderError } from 'commander';
import { readConfig } from '../../src/platform/config/read-config.ts';
import type { Database } from '../../src/platform/database/index.ts';
import { openMigratedDatabase } from '../../src/platform/database/migrations/index.ts';
import { printable } from '../../src/platform/keys/index.ts';
import { service } from '../../src/service.ts';
import { commandsOf } from './commands.ts';
import {
  type Given,
  type KeyCommand,
  type Known,
  knownOf,
  readActor,
  readId,
  type Surroundings,
} from './options.ts';
import { keyResult } from './tables.ts';

/** The longest line that can be typed on a terminal. */
const MAX_ANSWER_BYTES = 4_096;

const examplesOf = ({ scopes }: Known) => `
A duration is a whole number and a unit: 30s, 15m, 24h or 90d.
The scopes are ${scopes.join(', ')}.
DATABASE_URL selects the database.

Show the owners of leaked keys, then revoke the keys:
  npm run --silent keys -- find < leaked.log
  npm run --silent keys -- find --revoke < leaked.log
`;

export async function main(args: string[]): Promise<void> {
  const { DATABASE_URL } = readConfig(service, process.env);
  const open = () => openMigratedDatabase(service.database, DATABASE_URL, { isTimed: false });
  const width = process.stdout.columns || undefined;
  const known = await knownOf(service);
  const output = runKeyCommand(known, args, open, { readInput, ask: askOnTerminal, width });
  await pipeline(Readable.from(output), process.stdout, { end: false }).catch((error) => {
    // Whoever reads the output has enough of it, as `head` has.
    if (error.code !== 'EPIPE') throw error;
  });
}

/**
 * Runs a command on the keys of a database.
 *
 * @param known what is known of the service
 * @param args the command line, such as `rotate 1 --overlap 24h`
 * @param open opens the database, which is closed after the command
 * @returns what to print, in pieces
 * @throws one clear line
 */
export async function* runKeyCommand(
  known: Known,
  args: string[],
  open: () => Promise<Pick<Database, 'client' | 'query' | 'close'>>,
  surroundings: Surroundings,
): AsyncGenerator<string> {
  if (args.some(known.keyFormat.resemblesApiKey)) {
    throw new Error(
      'An API key must not be an argument, which other users can see: `find` reads standard input.',
    );
  }
  const { help, chosen } = readCommand(known, args);
  if (!chosen) return yield help;
  const { command, given } = chosen;
  const database = await open();
  try {
    const { client, query } = database;
    const keys = { ...known, client, query };
    const result = await command.run(keys, { ...given, ...surroundings });
    const { json, text } = 'json' in result ? result : keyResult(result, surroundings.width);
    yield* given.json ? json() : text();
  } finally {
    await database.close();
  }
}

interface Chosen {
  readonly command: KeyCommand;
  readonly given: Omit<Given, keyof Surroundings>;
}

/** @returns the command that is meant; none if its help is asked for. @throws one clear line */
function readCommand(known: Known, args: string[]) {
  let help = '';
  let chosen: Chosen | undefined;
  const program = new Command('npm run --silent keys --')
    .description('Manages API keys.')
    .option('--json', 'print JSON')
    .option('--as <name>', 'your name in the log', readActor, systemUser())
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: (text) => (help += text), writeErr: () => undefined })
    .addHelpText('after', examplesOf(known))
    .exitOverride();
  for (const [name, command] of Object.entries(commandsOf(known))) {
    const parser = program.command(name).description(command.does);
    for (const option of command.options ?? []) parser.addOption(option);
    for (const argument of parser.registeredArguments) argument.argParser(readId);
    parser.action(() => {
      const [id] = parser.processedArgs;
      const values = parser.optsWithGlobals();
      const stamp = () => ({ actor: values.as, at: new Date() });
      // Commander has read each option, but its type does not know which there are.
      chosen = { command, given: { ...values, id, stamp } as unknown as Chosen['given'] };
    });
  }
  try {
    program.parse(args.length === 0 ? ['--help'] : args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // It quotes arguments, and has a line with a suggestion.
    const lines = error.message.replace(/^error: /, '').split('\n');
    if (error.exitCode !== 0) throw new Error(lines.map(printable).join('\n'));
  }
  return { help, chosen };
}

/** The name of the user, or the number if the user has no name, as in a container. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}

function readInput(): AsyncIterable<Buffer> {
  if (process.stdin.isTTY) process.stderr.write('Paste keys or a log, then press Ctrl+D.\n');
  return process.stdin;
}

/** Reads from the terminal, because standard input may be the log that is searched. */
async function askOnTerminal(question: string): Promise<string> {
  const terminal = openTerminal();
  writeSync(terminal, question);
  const line = Buffer.alloc(MAX_ANSWER_BYTES);
  const length = readSync(terminal, line);
  closeSync(terminal);
  return line.toString('utf8', 0, length).trim();
}

function openTerminal(): number {
  try {
    return openSync('/dev/tty', 'r+');
  } catch {
    throw new Error('There is no terminal for the question. Add --yes.');
  }
}
