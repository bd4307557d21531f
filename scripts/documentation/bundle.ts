// Bundles what browsers load: scripts and styles, minified.

import { build } from 'esbuild';

interface Sources {
  readonly entryPoints: string[];
  readonly outdir: string;
}

export function bundleForBrowsers({ entryPoints, outdir }: Sources) {
  return build({
    entryPoints,
    entryNames: '[name]',
    outdir,
    loader: { '.svg': 'copy' },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
}
