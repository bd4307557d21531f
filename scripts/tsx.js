import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { transformSync } from 'esbuild';

/*
 * Lets Node load modules with JSX, whose types it strips but whose elements it cannot read. To be imported
 * before they are.
 */

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.tsx')) return nextLoad(url, context);
    const { code } = transformSync(readFileSync(new URL(url), 'utf8'), {
      loader: 'tsx',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      sourcemap: 'inline',
      sourcefile: url,
    });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
