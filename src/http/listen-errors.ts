// Why the service cannot listen, in terms of its settings.

/** What Node says of a failure to listen, or to look up the address for it. */
interface ListenError extends Error {
  readonly code?: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
}

interface Listeners {
  readonly PORT: number;
  readonly HOST: string;
  readonly METRICS_PORT?: number | undefined;
  readonly METRICS_HOST?: string;
}

/** @returns an error that names the setting to change, or the same error if it is another one */
export function explainListenError(error: ListenError, listeners: Listeners): Error {
  const { code, address, port, hostname } = error;
  const { PORT, METRICS_PORT, HOST } = listeners;
  const prefix = (port ?? PORT) === PORT && (hostname ?? HOST) === HOST ? '' : 'METRICS_';
  const because = (message: string) => new Error(message, { cause: error });
  if (code === 'EADDRINUSE' && PORT === METRICS_PORT) {
    return because(`PORT and METRICS_PORT are both ${PORT}. Set another METRICS_PORT.`);
  }
  if (code === 'EADDRINUSE') {
    return because(`${prefix}PORT ${port} of ${address} is in use. Set another ${prefix}PORT.`);
  }
  if (code === 'EACCES') {
    return because(`${prefix}PORT ${port} is reserved for root. Set one of 1024 or more.`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') {
    return because(`${prefix}HOST ${address} is not an address of this machine.`);
  }
  if (hostname !== undefined) return because(`${prefix}HOST ${hostname} has no address.`);
  return error;
}
