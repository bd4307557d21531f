import { rateLimitWindows } from './rate-limit-windows.ts';

/** The pictures of the guides, by the names of their files. */
export const PICTURES: Readonly<Record<string, string>> = {
  'rate-limit-windows.svg': rateLimitWindows(),
};
