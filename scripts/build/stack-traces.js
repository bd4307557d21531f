// Lets stack traces of the bundle name lines of the sources. Node's own --enable-source-maps reads
// all source maps at start, which takes a third of its time and 30 MB; these are read when there is
// a stack trace to write, and forgotten.

import { readFileSync } from 'node:fs';
import * as module from 'node:module';

const POSITION = /(file:\/\/.+?\.js):(\d+):(\d+)/g;

/** The sources of positions that were looked up. There are no more than the bundle has. */
const sources = new Map();

/** Changes how stack traces are written from now on. */
export function nameSources() {
  const format = Error.prepareStackTrace ?? plainly;
  Error.prepareStackTrace = (error, frames) => inSources(format(error, frames));
}

/** Formats a stack trace in a Node that does not expose its own format. */
function plainly(error, frames) {
  return [error, ...frames].join('\n    at ');
}

/** @param {string} trace */
function inSources(trace) {
  const maps = new Map();
  return trace.replace(POSITION, (position, file, line, column) => {
    if (!sources.has(position)) {
      if (!maps.has(file)) maps.set(file, readMap(file));
      sources.set(position, sourceOf(maps.get(file), file, line, column) ?? position);
    }
    return sources.get(position);
  });
}

/** @returns {module.SourceMap | undefined} nothing for a file without a source map */
function readMap(file) {
  try {
    return new module.SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')));
  } catch {
    return undefined;
  }
}

function sourceOf(map, file, line, column) {
  // A source map counts from 0, a stack trace from 1.
  const { originalSource, originalLine, originalColumn } =
    map?.findEntry(line - 1, column - 1) ?? {};
  if (originalSource === undefined) return undefined;
  return `${new URL(originalSource, file)}:${originalLine + 1}:${originalColumn + 1}`;
}
