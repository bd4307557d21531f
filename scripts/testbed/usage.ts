/*
 * Loaded into a measured process with `--import`. Over the IPC channel it reports what the process has
 * used. It costs nothing in between.
 */

export interface Usage {
  /** User and system time of all threads since the start. */
  readonly cpuMicroseconds: number;
  readonly memoryMb: number;
  readonly peakMemoryMb: number;
}

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const usage: Usage = {
    cpuMicroseconds: user + system,
    memoryMb: process.memoryUsage.rss() / 1_024 ** 2,
    peakMemoryMb: process.resourceUsage().maxRSS / 1_024,
  };
  process.send?.(usage);
});
// Also when the script that has started this process fails or is killed.
process.on('disconnect', () => process.exit());
// The channel must not keep the process alive.
process.channel?.unref();
