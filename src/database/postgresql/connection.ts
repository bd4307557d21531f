import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect } from 'node:tls';
import pg from 'pg';
import type { Host, KeepAlive } from './address.ts';
import { type Encryption, type Tls, tlsOptions } from './tls.ts';

/*
 * One attempt to reach a server. The client's own connection knows TLS always or never, and no keep-alive
 * but the first one; everything else is inherited.
 */

export interface Attempt extends Host {
  readonly encryption: Encryption;
  readonly tls: Tls;
  readonly keepAlive: KeepAlive;
}

/** Asks whether the server speaks TLS. */
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
/** Its answer is one byte. More would have come from somebody in between, and be taken for encrypted. */
const YES = 'S';
const NO = 'N';

interface SocketError extends Error {
  readonly code?: string;
  /** Of errors of OpenSSL, whose message is for its developers. */
  readonly reason?: string;
}

/** Errors of a socket that is being closed anyway. */
const BROKEN = new Set(['ECONNRESET', 'EPIPE']);

export class Connection extends pg.Connection {
  readonly #attempt: Attempt;
  /** Whether the attempt may succeed without TLS. */
  hasFailedTls = false;
  // What the types leave out, or have as read-only.
  declare stream: Socket;
  declare attachListeners: (stream: Duplex) => void;
  declare _ending: boolean;
  declare _connecting: boolean;
  declare cancel: (processId: number, secretKey: number) => void;

  constructor(attempt: Attempt) {
    super();
    this.#attempt = attempt;
  }

  /** Emits `connect` when the server can be greeted, or `error`. */
  connect(): void {
    const { stream } = this;
    const { host, port, encryption, keepAlive } = this.#attempt;
    this._connecting = true;
    stream.on('error', this.#report);
    stream.on('close', () => this.emit('end'));
    stream.setNoDelay(true);
    if (keepAlive.isOn) setKeepAlive(stream, keepAlive);
    stream.once('connect', () => {
      // As in libpq, there is no TLS on a Unix socket.
      if (encryption === 'never' || host.startsWith('/')) this.#begin();
      else if (this.#attempt.tls.isDirect) this.#encrypt();
      else this.#askForTls();
    });
    if (host.startsWith('/')) stream.connect(`${host}/.s.PGSQL.${port}`);
    else stream.connect(port, host);
  }

  #askForTls() {
    this.stream.once('data', (answer) => {
      const text = answer.toString('latin1');
      if (text === YES) this.#encrypt();
      else if (text === NO && this.#attempt.encryption === 'if offered') this.#begin();
      else this.#report(new Error('The server does not support TLS'));
    });
    this.stream.write(TLS_REQUEST);
  }

  async #encrypt() {
    this.hasFailedTls = true;
    try {
      const options = await tlsOptions(this.#attempt.tls, this.#attempt.host);
      this.stream = connect({ ...options, socket: this.stream });
    } catch (error) {
      return this.#report(error as SocketError);
    }
    this.stream.on('error', this.#report);
    this.stream.once('secureConnect', () => {
      this.hasFailedTls = false;
      this.#begin();
    });
  }

  #begin() {
    this.attachListeners(this.stream);
    this.emit('connect');
  }

  /** After an attempt that has failed: whatever becomes of the socket concerns nobody. */
  abandon(): void {
    this.removeAllListeners();
    this.on('error', () => undefined);
    this.stream.destroy();
  }

  readonly #report = (error: SocketError) => {
    const { code = '', reason, message } = error;
    if (this._ending && BROKEN.has(code)) return;
    // A server that knows TLS 1.3 rejects a certificate after the handshake.
    const isTls = this.hasFailedTls || code.startsWith('ERR_SSL_');
    this.emit('error', isTls ? new Error(`TLS failed: ${reason ?? message}`) : error);
  };
}

/** Newer versions of Node also take the interval and the count, which the types do not have yet. */
function setKeepAlive(socket: Socket, { idleSeconds, intervalSeconds, count }: KeepAlive) {
  const intervalMs = intervalSeconds && intervalSeconds * 1_000;
  const settings = [true, idleSeconds * 1_000, intervalMs, count] as unknown as [boolean, number];
  socket.setKeepAlive(...settings);
}
