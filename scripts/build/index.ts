// `npm run build`: brings generated/ and dist/ up to date.

import { updateGenerated } from '../generate/update.ts';
import { updateBuild } from './update.ts';

await updateGenerated();
await updateBuild();
