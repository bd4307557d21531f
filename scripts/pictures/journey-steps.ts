/*
 * What a request meets, in the order of src/app.ts.
 */

export interface Step {
  readonly title: string;
  /** What src/app.ts registers for it, in its order. */
  readonly plugins: readonly string[];
  /** The statuses that end the journey here. */
  readonly ends?: string;
}

export const EVERY_PATH: readonly Step[] = [
  {
    title: 'Read the head, log, measure',
    plugins: [
      ...['forwardedFor', 'connections', 'pipelining', 'requestId', 'securityHeaders', 'shutdown'],
      ...['metrics', 'accessLog', 'requestHead', 'errorHandler', 'tunnels', 'expectContinue'],
      ...['anonymousLimit', 'corsOfFaults'],
    ],
    ends: '400 408 431 501 505',
  },
  {
    title: 'Serve what needs no key',
    plugins: ['health', 'openRequests', 'docs'],
    ends: '/docs /healthz /readyz',
  },
];

export const API_PATHS: readonly Step[] = [
  {
    title: 'Let pages in; announce deprecation and stability',
    plugins: ['cors', 'lifecycle'],
    ends: '204 to a preflight',
  },
  { title: 'Identify the caller by API key or address', plugins: ['authentication'] },
  { title: 'Count the request, add rate-limit headers', plugins: ['planLimits'], ends: '429' },
  {
    title: 'Reject what may not pass',
    plugins: ['faultyHeads', 'requireApiKey', 'openRequests', 'overload'],
    ends: '400 401 503',
  },
  { title: 'Find the operation', plugins: ['unknownRoutes'], ends: '404 405 410' },
  {
    title: 'Parse and validate, call the handler, serialise',
    plugins: ['contractBinding'],
    ends: '400 413 415, or its own',
  },
];

/** What src/app.ts registers, but no request meets. */
const BACKGROUND = ['expiredIdempotencyKeys'];

/**
 * Compares the steps with the application.
 *
 * @param app the text of src/app.ts
 * @throws when they name other plugins, or in another order
 */
export function assertJourney(app: string, steps: readonly Step[]): void {
  const [, registered = ''] = app.split('async function registerPlugins');
  const plugins = [...registered.matchAll(/\.register\((\w+)(?=[,)])/g)].map(([, name]) => name);
  const named = [...steps.flatMap((step) => step.plugins), ...BACKGROUND];
  if (named.join() === plugins.join()) return;
  const at = named.findIndex((name, i) => name !== plugins[i]);
  const place = at < 0 ? named.length : at;
  throw new Error(
    `journey-steps.ts has ${named[place] ?? 'nothing'} where src/app.ts registers ${plugins[place] ?? 'nothing'}.`,
  );
}
