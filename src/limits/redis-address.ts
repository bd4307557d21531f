import type { Redis } from 'ioredis';

/**
 * A client of a Redis whose address may change: it is asked for before each connection, also those that replace
 * one that has failed.
 *
 * @param open makes a client that is not yet connected
 * @param onChange is told each other address
 */
export function followAddress(
  address: () => string,
  open: (url: string) => Redis,
  onChange: (url: string) => void,
): Redis {
  let latest = address();
  const client = open(latest);
  const connect = client.connect.bind(client);
  client.connect = (callback) => {
    const url = address();
    if (url !== latest) {
      latest = url;
      onChange(url);
      // Another client has read the address into options. One without TLS has no such option.
      Object.assign(client.options, { tls: undefined }, open(url).options);
    }
    return connect(callback);
  };
  return client;
}
