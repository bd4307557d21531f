/*
 * Which tests run on which mutants. All that cover a mutant would be too many: whatever opens a store
 * covers half of `src/`. Tests of the built service do not notice mutants, and are left out.
 */

interface Tests {
  /** Run on every mutant of the folder that they cover, in this order: the quickest first. */
  readonly all: readonly string[];
  /** Take seconds, and run only on mutants of the files that they are about. */
  readonly slow?: Readonly<Record<string, readonly string[]>>;
}

/** By the folder in `src/`; the more specific one first. */
const TESTS: Readonly<Record<string, Tests>> = {
  'contract/schema': {
    all: [
      ...['contract/schema/refusals', 'contract/schema/schemas', 'contract/schema/formats'],
      ...['contract/validation', 'contract/schema/writers', 'contract/messages'],
    ],
    slow: {
      'contract/schema/oracle': ['numbers', 'decimals', 'objects', 'unions', 'allowed'],
      'contract/features/served': ['compile', 'discriminators', 'node'],
      'scripts/nonsense': ['keywords', 'composites', 'allowed'],
    },
  },
  contract: {
    all: [
      ...['contract/operations', 'contract/paging', 'contract/errors', 'contract/lifecycle'],
      ...['contract/conditional-requests', 'contract/validation', 'contract/schema/writers'],
      ...['contract/features/records', 'handlers/list-pets', 'contract/binding'],
      ...['contract/messages', 'contract/parameters', 'contract/unknown-routes'],
      ...['handlers/create-pet', 'http/error-handler'],
    ],
  },
  http: {
    all: [
      ...['http/shares', 'http/pipelining', 'http/connections', 'http/open-requests'],
      ...['http/log', 'http/shutdown', 'http/access-log', 'http/smuggling'],
      ...['http/expect-continue', 'http/health', 'http/request-id', 'http/error-handler'],
      ...['http/connection-errors', 'http/request-head', 'http/security-headers'],
    ],
    slow: { 'http/overload': ['overload'], 'http/metrics': ['metrics', 'metrics-listener'] },
  },
  keys: {
    all: [
      ...['keys/serial-queues', 'keys/api-key', 'keys/administration'],
      ...['limits/bans', 'keys/authentication'],
    ],
    slow: {
      'keys/slow-database': ['key-cache', 'look-up-gate', 'authentication', 'unknown-keys'],
    },
  },
  limits: {
    all: [
      ...['limits/plans', 'limits/deadlines', 'limits/memory-counters'],
      ...['limits/bans', 'limits/shared-store', 'limits/anonymous-limit', 'limits/plan-limits'],
    ],
    slow: {
      'limits/redis-counters': ['redis-counters', 'redis-scripts', 'create-counters'],
      'limits/redis-outages': ['fallback-counters', 'shared-store', 'deadlines'],
    },
  },
};

const fileOf = (test: string) => `test/${test}.test.ts`;

/** All files that run on some mutants of these sources, which are globs. */
export function testFilesFor(sources: readonly string[]): string[] {
  const tests = Object.entries(TESTS).filter(([folder]) =>
    sources.some((source) => source.includes(folder)),
  );
  const files = tests.flatMap(([, { all, slow = {} }]) => [...all, ...Object.keys(slow)]);
  return [...new Set(files.map(fileOf))];
}

/**
 * Chooses the tests to run on a mutant.
 *
 * @param source the file of the mutant
 * @param covering the tests that cover it
 * @returns the tests in the order in which they run; the one of the same name as the source is first
 */
export function testsOf(source: string, covering: readonly string[]): string[] {
  const [, place = ''] = /src\/(.+)\.ts$/.exec(source) ?? [];
  const folder = Object.keys(TESTS).find((name) => place.startsWith(`${name}/`)) ?? '';
  const { all = [], slow = {} } = TESTS[folder] ?? {};
  const name = place.slice(folder.length + 1);
  const about = Object.keys(slow).filter((test) => slow[test]?.includes(name));
  const chosen = [place, ...all, ...about].map(fileOf);
  return [...new Set(chosen)].filter((file) => covering.includes(file));
}
