import t from 'tap';
import { secondsToReset } from '../../src/limits/headers.ts';

t.test(
  'a caller waits for a second at least, also where the clocks of instances differ',
  async (t) => {
    const window = { limit: 60, remaining: 0, resetsAtSeconds: 100 };
    for (const [nowSeconds, seconds] of [
      [97, 3],
      [99, 1],
      [100, 1],
      [105, 1],
    ] as const) {
      t.equal(secondsToReset(window, nowSeconds), seconds);
    }
  },
);
