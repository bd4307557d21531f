import { writeFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';

/*
 * Loaded into a measured process with `--import`. Over the IPC channel it reports what the process has
 * used, and takes CPU profiles. It costs nothing between commands.
 */

export type Command =
  | { readonly name: 'usage' }
  | { readonly name: 'startProfile' }
  | { readonly name: 'stopProfile'; readonly file: string };

export interface Usage {
  /** User and system time of all threads since the start. */
  readonly cpuMicroseconds: number;
  readonly peakMemoryKilobytes: number;
}

let session: Session | undefined;

process.on('message', async (command: Command) => {
  if (command.name === 'startProfile') await startProfile();
  if (command.name === 'stopProfile') writeProfile(command.file, await stopProfile());
  const { user, system } = process.cpuUsage();
  const usage: Usage = {
    cpuMicroseconds: user + system,
    peakMemoryKilobytes: process.resourceUsage().maxRSS,
  };
  process.send?.(usage);
});
// Also when the benchmark fails or is killed.
process.on('disconnect', () => process.exit());
// The channel must not keep the process alive.
process.channel?.unref();

async function startProfile() {
  session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
  await session.post('Profiler.start');
}

async function stopProfile(): Promise<Profiler.Profile | undefined> {
  const stopped = await session?.post('Profiler.stop');
  session?.disconnect();
  return stopped?.profile;
}

function writeProfile(file: string, profile: Profiler.Profile | undefined) {
  writeFileSync(file, JSON.stringify(profile));
}
