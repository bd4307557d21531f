// Tells which files are saved.

import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';

/** Saving one file causes several events, and one change may save several files. */
const SETTLE_MS = 50;
/** Hidden files, and the backups that editors keep beside a file. */
const NOT_A_SOURCE = /(^|\/)\.|~$/;

/**
 * Reports the files that are saved in these folders and in all folders below them, including
 * folders that are created later.
 *
 * Each folder has a watch of its own: Node's recursive watch follows the file instead of its name,
 * and reports nothing more once an editor has replaced the file.
 *
 * @param onSaves gets the paths, with slashes, of the files that were written, created, replaced or
 *   removed since its last call. It is not called again until its promise is settled.
 */
export function watchFolders(
  folders: readonly string[],
  onSaves: (paths: readonly string[]) => unknown,
  signal: AbortSignal,
): void {
  const watchers = new Map<string, FSWatcher>();
  const saved = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let handled: Promise<unknown> = Promise.resolve();
  for (const folder of folders) watchTree(folder);
  signal.addEventListener('abort', () => {
    for (const watcher of watchers.values()) watcher.close();
  });

  function report(path: string) {
    if (NOT_A_SOURCE.test(path)) return;
    saved.add(path);
    clearTimeout(timer);
    timer = setTimeout(() => {
      handled = handled.then(handleSaves);
    }, SETTLE_MS);
  }

  function handleSaves() {
    if (saved.size === 0 || signal.aborted) return undefined;
    const paths = [...saved];
    saved.clear();
    return onSaves(paths);
  }

  function watchTree(folder: string) {
    const watcher = watch(folder, (event, name) => {
      if (name === null) return;
      const path = `${folder}/${name}`;
      if (event === 'rename') watchAgain(path);
      report(path);
    });
    // On Windows, removing a folder ends its watch with an error.
    watcher.on('error', () => forget(folder));
    watchers.set(folder, watcher);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) watchTree(`${folder}/${entry.name}`);
    }
  }

  /** Watches the folder that has this name now, and reports the files that it already contains. */
  function watchAgain(path: string) {
    forget(path);
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    try {
      watchTree(path);
      for (const file of readdirSync(path, { recursive: true, encoding: 'utf8' })) {
        report(`${path}/${file.replaceAll('\\', '/')}`);
      }
    } catch {
      // The folder has been removed in the meantime.
      forget(path);
    }
  }

  function forget(path: string) {
    for (const [folder, watcher] of watchers) {
      if (folder !== path && !folder.startsWith(`${path}/`)) continue;
      watcher.close();
      watchers.delete(folder);
    }
  }
}
