import { contract } from '../src/contract/index.ts';
import { createHandlers } from '../src/handlers/index.ts';
import { start } from '../src/server.ts';
import { withExamples } from './examples.ts';

/** Starts the service for `npm run dev`. Operations without a handler return an example. */
export async function main() {
  await start(withExamples(contract, createHandlers));
}
