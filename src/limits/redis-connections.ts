import { type Redis, ReplyError, type StandaloneConnectionOptions } from 'ioredis';
import connectors from 'ioredis/built/connectors/StandaloneConnector.js';

type Emit = Parameters<InstanceType<typeof connectors.default>['connect']>[0];
type Stream = Awaited<ReturnType<InstanceType<typeof connectors.default>['connect']>>;
type Failure = Error & { code?: string; reason?: string; errors?: readonly Failure[] };

const MAX_REASON_LENGTH = 300;
/** What ioredis says of a response that is not in the protocol of Redis. */
const UNREADABLE = /^Unknown RESP type \d+ (".*")/s;
/** What ioredis says of a command whose connection was closed. */
const CLOSED = /^(?:Stream isn't writeable|Connection is closed|Reached the max retries)/;
const WITHOUT_TLS =
  'the server closes the connection without a response, as one with TLS does to redis:// in place of rediss://';

/**
 * Knows why there is no connection to Redis. A command says only that there is none: the reason is what
 * the last attempt to connect has failed with.
 *
 * @param urls the addresses of Redis. Their passwords appear in no reason
 */
export function createRedisConnections(urls: readonly string[]) {
  const passwords = urls.flatMap(passwordsIn);
  let latest: string | undefined;

  class Connector extends connectors.default {
    constructor(options: unknown) {
      // ioredis passes those of the connection, whatever its type says.
      super(options as StandaloneConnectionOptions);
    }

    override async connect(emit: Emit): Promise<Stream> {
      const stream = await super.connect(emit);
      const { host, port, tls } = this.options;
      stream.once(tls ? 'secureConnect' : 'connect', () => {
        latest = `${host}:${port} accepts connections, but does not respond`;
      });
      noteFirst(stream, (reason) => {
        latest = reason.includes('connect E') ? reason : `${host}:${port}: ${reason}`;
      });
      return stream;
    }
  }

  function watch(client: Redis) {
    client.on('error', (error: Error) => {
      const [, unreadable] = UNREADABLE.exec(error.message) ?? [];
      if (unreadable) latest = `not a Redis server: its response begins with ${unreadable}`;
      else if (error instanceof ReplyError) latest = error.message;
    });
    client.on('ready', () => {
      latest = undefined;
    });
  }

  /** Says why a command has failed. */
  function reasonFor(error: Error): string {
    const reason = error instanceof ReplyError ? error.message : (latest ?? describe(error));
    const text = passwords.reduce((text, password) => text.replaceAll(password, '***'), reason);
    return text.slice(0, MAX_REASON_LENGTH);
  }

  /** Keeps the passwords of another address out of the reasons, too. */
  function hide(url: string) {
    passwords.push(...passwordsIn(url));
  }

  return { Connector, watch, reasonFor, hide };
}

/** Notes the first failure of a stream. Others follow from it. */
function noteFirst(stream: Stream, note: (reason: string) => void) {
  let isNoted = false;
  const noteOnce = (reason: string) => {
    if (!isNoted) note(reason);
    isNoted = true;
  };
  // For as long as the stream lives: TLS reports some failures twice, and ioredis expects one error, so
  // that the second would end this process.
  stream.on('error', (error: Failure) => {
    const isClosed = ['ECONNRESET', 'EPIPE'].includes(String(error.code));
    noteOnce(isClosed && isMute(stream) ? WITHOUT_TLS : describe(error));
  });
  stream.once('end', () => {
    if (isMute(stream)) noteOnce(WITHOUT_TLS);
  });
  // Neither a connection, nor a response to the TLS handshake on it.
  stream.once('timeout', () => noteOnce('no response to the attempt to connect'));
}

/** Whether the server has sent nothing, as one does that waits for a TLS handshake. */
function isMute(stream: Stream): boolean {
  return stream.bytesRead === 0 && !('encrypted' in stream);
}

/** Node gives a host with several addresses one error for each, without a message of its own. */
function describe({ message, code, reason, errors }: Failure): string {
  if (errors) return errors.map(describe).join(', ');
  if (CLOSED.test(message)) return 'the server has closed the connection';
  const text = reason ?? message;
  return code === undefined || text.includes(code) ? text : `${text} (${code})`;
}

function passwordsIn(url: string): string[] {
  const { password, searchParams } = new URL(url);
  const texts = [password, decodeURIComponent(password), searchParams.get('password') ?? ''];
  return texts.filter((text) => text !== '');
}
