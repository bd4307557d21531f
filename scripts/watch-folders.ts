import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';

/**
 * Reports every file that is saved in these folders and in those below them, also in ones that are
 * created later.
 *
 * Each folder is watched by itself: a recursive watch of Node follows a file rather than its name,
 * and is deaf for it once an editor has replaced it.
 *
 * @param onSave gets the path, with slashes, of what was written, created, replaced or removed
 */
export function watchFolders(
  folders: readonly string[],
  onSave: (path: string) => void,
  signal: AbortSignal,
): void {
  const watchers = new Map<string, FSWatcher>();
  for (const folder of folders) watchTree(folder);
  signal.addEventListener('abort', () => forget(''));

  function watchTree(folder: string) {
    const watcher = watch(folder, (event, name) => {
      if (name === null) return;
      const path = `${folder}/${name}`;
      if (event === 'rename') expectAnother(path);
      onSave(path);
    });
    // A folder that is removed ends its watch, on Windows with an error.
    watcher.on('error', () => forget(folder));
    watchers.set(folder, watcher);
    for (const below of foldersIn(folder)) watchTree(`${folder}/${below}`);
  }

  /** What has this name now may be another folder, with files that are older than its watch. */
  function expectAnother(path: string) {
    forget(path);
    if (!isFolder(path)) return;
    try {
      watchTree(path);
      for (const file of readdirSync(path, { recursive: true, encoding: 'utf8' })) {
        onSave(`${path}/${file.replaceAll('\\', '/')}`);
      }
    } catch {
      // It is gone already: its watch has ended with it.
      forget(path);
    }
  }

  function forget(path: string) {
    for (const [folder, watcher] of watchers) {
      if (path !== '' && folder !== path && !folder.startsWith(`${path}/`)) continue;
      watcher.close();
      watchers.delete(folder);
    }
  }
}

function foldersIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
