import type { Test } from 'tap';
import { type NetworkProxy, startProxy as startTestbedProxy } from './servers/network-proxy.ts';

/** Starts a proxy, which is closed when the test ends. */
export async function startProxy(t: Test, targetPort: number): Promise<NetworkProxy> {
  const proxy = await startTestbedProxy(targetPort);
  t.teardown(() => proxy.close());
  return proxy;
}
