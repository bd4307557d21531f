// Why a listener cannot listen, in terms of its settings.

/** What Node says of a failure to listen, or to look up the address for it. */
interface ListenError extends Error {
  readonly code?: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
}

/**
 * @param prefix of the settings of the listener
 * @param host the setting, which may be a name
 * @returns an error that names the setting to change, or the same error if it is another one
 */
export function explainListenError(
  error: ListenError,
  prefix: '' | 'METRICS_',
  host: string,
): Error {
  const message = messageOf(error, prefix, host);
  return message === undefined ? error : new Error(message, { cause: error });
}

function messageOf(error: ListenError, prefix: string, host: string) {
  const { code, address = host, port, hostname } = error;
  const place = address === host ? host : `${host} (${address})`;
  switch (code) {
    case 'EADDRINUSE':
      return `${prefix}PORT ${port} of ${place} is in use. Set another ${prefix}PORT.`;
    case 'EACCES':
      return `${prefix}PORT ${port} is reserved for root. Set one of 1024 or more.`;
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
      return `${prefix}HOST ${place} is not an address of this machine.`;
    default:
      return hostname === undefined ? undefined : `${prefix}HOST ${host} has no address.`;
  }
}
