// How many files the system lets this process open. Every connection is one, and a process that can
// open no more fails in unexpected places.

import { readFileSync } from 'node:fs';
import { currentValue } from './secret-files.ts';
import type { Config } from './settings.ts';

/** For the listeners, the log, SQLite, Redis, a collector of traces, and files that are read. */
const RESERVED_FILES = 100;

/**
 * Not by a report of Node's, whose stack trace takes longer than all else of a start.
 *
 * @returns undefined where the system has no limit, or does not tell it as Linux does
 * @see https://man7.org/linux/man-pages/man5/proc_pid_limits.5.html
 */
export function openFilesLimit(file = '/proc/self/limits'): number | undefined {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync(file, 'utf8')) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

/**
 * The settings, with fewer connections where the process could not have as many.
 *
 * @param warn takes a line about each setting that is lowered
 */
export function fitOpenFiles(
  config: Config,
  limit: number | undefined,
  warn: (message: string) => void,
): Config {
  if (limit === undefined) return config;
  const hasPool = !currentValue(config.DATABASE_URL).startsWith('file:');
  const available = Math.max(0, limit - RESERVED_FILES);
  const poolSize = hasPool ? lower('DATABASE_POOL_SIZE', Math.floor(available / 2)) : 0;
  const maxConnections = lower('MAX_CONNECTIONS', available - poolSize);
  return {
    ...config,
    MAX_CONNECTIONS: maxConnections,
    ...(hasPool && { DATABASE_POOL_SIZE: poolSize }),
  };

  function lower(name: 'DATABASE_POOL_SIZE' | 'MAX_CONNECTIONS', most: number): number {
    const fitting = Math.max(1, Math.min(config[name], most));
    if (fitting < config[name]) {
      warn(
        `This process can open only ${limit} files (ulimit -n): ` +
          `${name} is ${fitting} instead of ${config[name]}`,
      );
    }
    return fitting;
  }
}
