import { contract } from '../src/contract/index.ts';
import { createHandlers } from '../src/handlers/index.ts';
import { start } from '../src/server.ts';
import { withExamples } from './examples/index.ts';

/** What `npm run dev` starts: the service, with examples where a handler is still to be written. */
export async function main() {
  await start(withExamples(contract, createHandlers));
}
