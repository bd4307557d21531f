// The commit that was built, which `npm run build` puts into the bundle.

declare const BUILT_REVISION: string | undefined;

export const REVISION = typeof BUILT_REVISION === 'string' ? BUILT_REVISION : 'not built';
