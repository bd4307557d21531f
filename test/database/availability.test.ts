import pino from 'pino';
import t from 'tap';
import { createAvailability } from '../../src/database/replica/availability.ts';

function openAvailability() {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => lines.push(JSON.parse(line).reason ?? 'available') });
  return { ...createAvailability(log), lines };
}

t.test('logs each reason once in an outage, and its end', async (t) => {
  const { isUp, failed, succeeded, lines } = openAvailability();
  t.equal(isUp(), false);
  succeeded();
  succeeded();
  for (const reason of ['refused', 'refused', 'behind', 'refused']) failed(new Error(reason));
  t.equal(isUp(), false);
  succeeded();
  failed(new Error('refused'));
  t.strictSame(lines, ['available', 'refused', 'behind', 'available', 'refused']);
});

t.test('tries no reads for a while after one has failed', async (t) => {
  const { isUp, readFailed, readSucceeded, succeeded, lines } = openAvailability();
  readFailed(new Error('before it was available'));
  succeeded();
  readSucceeded();
  // Of reads that were in flight together, the first failure counts.
  readFailed(new Error('broken'));
  readFailed(new Error('broken, too'));
  succeeded();
  t.equal(isUp(), false);
  t.strictSame(lines, ['available', 'broken']);
});
