import type { Test } from 'tap';
import type { Api } from '../../src/app.ts';
import { openStore } from '../helper.ts';

const SETTINGS = { METRICS_PORT: '0', LOG_LEVEL: 'info', ANONYMOUS_PER_MINUTE: '10000' };

/** A store with its metrics. */
export async function openMeasuredStore(t: Test, settings: Record<string, string> = {}, api?: Api) {
  const store = await openStore(t, { ...SETTINGS, ...settings }, api);
  const line = store.log.find((text) => text.includes('Metrics at'));
  const address = /http:[^"]+/.exec(line ?? '')?.[0] ?? '';

  async function allMetrics(): Promise<string> {
    return (await fetch(address)).text();
  }

  /** The lines of the samples whose name starts with this. */
  async function samples(name: string): Promise<string[]> {
    return (await allMetrics()).split('\n').filter((sample) => sample.startsWith(name));
  }

  return { ...store, address, allMetrics, samples };
}
