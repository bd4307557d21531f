import { writeFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';

/*
 * Loaded into a measured process with `--import`, and asked over its IPC channel: what it has used,
 * and where the time goes. It costs nothing while nobody asks.
 */

export type Question =
  | { readonly ask: 'usage' }
  | { readonly ask: 'startProfile' }
  | { readonly ask: 'stopProfile'; readonly file: string };

export interface Usage {
  /** User and system time of all threads since the start. */
  readonly cpuMicroseconds: number;
  readonly peakMemoryKilobytes: number;
}

let session: Session | undefined;

process.on('message', async ({ ask, ...rest }: Question) => {
  if (ask === 'startProfile') await startProfile();
  if (ask === 'stopProfile' && 'file' in rest)
    writeProfile(rest.file as string, await stopProfile());
  const { user, system } = process.cpuUsage();
  const usage: Usage = {
    cpuMicroseconds: user + system,
    peakMemoryKilobytes: process.resourceUsage().maxRSS,
  };
  process.send?.(usage);
});
// However the benchmark ends.
process.on('disconnect', () => process.exit());
// Otherwise the channel alone would keep the process alive.
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
