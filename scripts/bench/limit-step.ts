import Fastify, { type FastifyInstance } from 'fastify';
import { authentication } from '../../src/keys/index.ts';
import { anonymousLimit, createMemoryCounters, planLimits } from '../../src/limits/index.ts';
import { median } from '../testbed/statistics.ts';

const REQUESTS_PER_ROUND = 20_000;

const CUSTOMER = {
  apiKeyId: 1,
  customerId: 1,
  limits: { perMinute: 1e9, perDay: 1e9 },
  bannedUntilMs: 0,
};

/**
 * Measures what it costs to authenticate a caller, count its request and write its headers: an
 * application with these steps against the same one without.
 *
 * @returns CPU time in microseconds per request, the median of interleaved rounds
 */
export async function measureLimitStep(rounds: number): Promise<number> {
  const [bare, limited] = [await build(false), await build(true)];
  const differences: number[] = [];
  // The first round warms up and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    const difference = (await cpuPerRequest(limited)) - (await cpuPerRequest(bare));
    if (round > 0) differences.push(difference);
  }
  await Promise.all([bare.close(), limited.close()]);
  return median(differences);
}

async function build(isLimited: boolean): Promise<FastifyInstance> {
  const app = Fastify();
  if (isLimited) {
    const counters = createMemoryCounters();
    await app.register(anonymousLimit, { counters, perMinute: 60 });
    const keys = {
      get: () => CUSTOMER,
      lookUp: async () => CUSTOMER,
      lastKnown: () => CUSTOMER,
      isHinted: async () => false,
    };
    await app.register(authentication, { realm: '', keys, lookUpsPerMinute: 60 });
    await app.register(planLimits, { counters, banAfterRefusals: 10, ban: async () => undefined });
  }
  app.get('/', () => ({}));
  await app.ready();
  return app;
}

async function cpuPerRequest(app: FastifyInstance): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < REQUESTS_PER_ROUND; i += 1) {
    await app.inject({ url: '/', headers: { authorization: 'Bearer ask_benchmark' } });
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / REQUESTS_PER_ROUND;
}
