// Why a listener cannot listen, in terms of its settings.

/** What Node says of a failure to listen, or to look up the address for it. */
interface ListenError extends Error {
  readonly code?: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
}

/**
 * With whom a process cannot share its port.
 *
 * @see https://man7.org/linux/man-pages/man7/socket.7.html
 */
const NOT_SHARED = ' by a process without REUSE_PORT=true, or of another user';

interface Listener {
  /** Of its settings. */
  readonly prefix?: '' | 'METRICS_';
  /** The setting, which may be a name. */
  readonly host: string;
  /** Whether other processes may listen, too. */
  readonly reusePort?: boolean;
}

/**
 * @returns an error that names the setting to change, or the same error if it is another one
 */
export function explainListenError(error: ListenError, listener: Listener): Error {
  const message = messageOf(error, listener);
  return message === undefined ? error : new Error(message, { cause: error });
}

function messageOf(error: ListenError, { prefix = '', host, reusePort }: Listener) {
  const { code, address = host, port, hostname } = error;
  const place = address === host ? host : `${host} (${address})`;
  switch (code) {
    case 'EADDRINUSE':
      return (
        `${prefix}PORT ${port} of ${place} is in use${reusePort ? NOT_SHARED : ''}. ` +
        `Set another ${prefix}PORT.`
      );
    case 'ENOTSUP':
      return `This system has no REUSE_PORT, which Linux has. Set REUSE_PORT=false.`;
    case 'EACCES':
      return `${prefix}PORT ${port} is reserved for root. Set one of 1024 or more.`;
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
      return `${prefix}HOST ${place} is not an address of this machine.`;
    default:
      return hostname === undefined ? undefined : `${prefix}HOST ${host} has no address.`;
  }
}
