// What `npm start` does before the server starts: it reports a port in use, and brings generated/
// and dist/ up to date.

import { updateBuild } from './build/update.ts';
import { requireFreePort } from './free-port.ts';
import { updateGenerated } from './generate/update.ts';

await requireFreePort();
await updateGenerated();
await updateBuild();
