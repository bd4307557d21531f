/** A public generator of clients, as people run it. */
export interface Generator {
  /** Below node_modules. */
  readonly script: string;
  readonly args: string;
  /** How each line begins that it writes: none of them is a warning. */
  readonly says: readonly string[];
}

/** By the names of their drivers in `test/sdks/`. */
export const GENERATORS: Readonly<Record<string, Generator>> = {
  'openapi-fetch': {
    script: 'openapi-typescript/bin/cli.js',
    args: 'openapi.json --output generated/openapi-typescript.ts',
    says: ['✨ openapi-typescript ', '🚀 openapi.json → generated/openapi-typescript.ts '],
  },
  'hey-api': {
    script: '@hey-api/openapi-ts/bin/run.js',
    args: '--input openapi.json --output generated/hey-api --no-log-file',
    says: [
      '@hey-api/openapi-ts v',
      '[Job 1] ~ Generating...',
      '[Job 1]   [1] openapi.json',
      '[Job 1] ✓ ',
    ],
  },
  redocly: {
    script: '@redocly/cli/bin/cli.js',
    args: 'generate-client openapi.json --output generated/redocly.ts --error-mode result',
    says: [
      'Generating client for openapi...',
      // The contract keeps the name that the specification gives to the body of every error.
      'generate-client: schema "Error" is a name a generated client already declares, ',
      'Client successfully generated: 1 file ',
    ],
  },
  'swagger-typescript-api': {
    script: 'swagger-typescript-api/dist/cli.mjs',
    args:
      'generate --path openapi.json --output generated --name swagger-typescript-api.ts ' +
      '--enum-style union',
    says: [
      '[info] Code generator will use the default template for "api"',
      '[info] Code generator will use the default template for "routetypes"',
      '[info] try to get swagger by path ',
      '[info] start generating your typescript api',
      '[success] api file "swagger-typescript-api.ts" created in ',
    ],
  },
  'openapi-typescript-codegen': {
    script: 'openapi-typescript-codegen/bin/index.js',
    args:
      '--input openapi.json --output commonjs/openapi-typescript-codegen --name Store ' +
      '--useOptions --useUnionTypes',
    says: [],
  },
  oazapfts: {
    script: 'oazapfts/dist/cli.js',
    args: 'openapi.json generated/oazapfts.ts',
    says: [],
  },
  orval: {
    script: 'orval/dist/bin/orval.mjs',
    args: '--config orval.config.mjs --fail-on-warnings',
    says: ['🍻 orval v', 'store - 🎉 Animal Store - '],
  },
};
