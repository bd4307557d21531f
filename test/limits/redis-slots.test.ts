import t from 'tap';
import { findTag, SLOTS, slotOf } from '../../src/limits/redis-slots.ts';
import { startRedis } from '../support/redis.ts';

t.test('a key has the slot that Redis gives it', async (t) => {
  const redis = await startRedis(t, '--cluster-enabled', 'yes', '--cluster-port', '0');
  if (!redis) return;
  const tags = [
    '1',
    '42',
    '123456789',
    '192.0.2.1',
    '2001:db8::',
    'ä',
    'shop:hint:0123456789abcdef',
  ];
  for (const tag of tags) {
    const slot = await redis.client.call('CLUSTER', 'KEYSLOT', tag);
    t.equal(slotOf(tag), slot, tag);
    t.equal(await redis.client.call('CLUSTER', 'KEYSLOT', `shop:{${tag}}:usage`), slot);
  }
});

t.test('every slot has a tag', (t) => {
  for (let slot = 0; slot < SLOTS; slot += 1_365) t.equal(slotOf(findTag(slot)), slot);
  t.end();
});
