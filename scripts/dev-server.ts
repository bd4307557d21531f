// The server of `npm run dev`.

import { registerHooks } from 'node:module';

/** The module that validates the contract in the binder, as its `import` names it. */
const VALIDATOR = '@seriousme/openapi-schema-validator';
const TRUSTING_VALIDATOR = new URL('build/validator.js', import.meta.url).href;

/** Starts the service for `npm run dev`. Operations without a handler return an example. */
export async function main() {
  // Otherwise the server would keep the port after `npm run dev` has been killed.
  process.on('disconnect', () => process.exit());
  // As in the bundle: validating takes 0.2 s of a start, and lint has checked the contract.
  registerHooks({
    resolve: (specifier, context, resolveNext) =>
      resolveNext(specifier === VALIDATOR ? TRUSTING_VALIDATOR : specifier, context),
  });
  // After the hook, which applies to what is loaded from then on.
  const { STORE } = await import('../src/app.ts');
  const { start } = await import('../src/server.ts');
  const { withExamples } = await import('./examples.ts');
  const [newest, ...older] = STORE;
  await start([withExamples(newest), ...older.map(withExamples)]);
}
