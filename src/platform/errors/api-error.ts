// What a rejected request gets: an error that is thrown, and the description of each kind of error.

type Headers = Readonly<Record<string, string | number>>;

/**
 * The response to a rejected request: the contract's Error body, and headers. It is thrown, but its
 * constructor calls none of Error, since recording the stack would take a sixth more of the CPU of
 * `400` in `npm run bench`.
 */
export class ApiError implements Error {
  readonly name = 'ApiError';
  readonly message: string;
  readonly code: string;
  readonly statusCode: number;
  readonly headers: Headers;
  /** The contract's Error body as it is sent. */
  readonly body: string;

  constructor(code: string, status: number, message: string, headers: Headers = {}) {
    this.message = message;
    this.code = code;
    this.statusCode = status;
    this.headers = headers;
    this.body = JSON.stringify({ code, message, status });
  }
}

// Fastify accepts only an Error from a validator.
Object.setPrototypeOf(ApiError.prototype, Error.prototype);

/** All that is said of an error code. */
interface ErrorKind<About extends unknown[]> {
  readonly status: number;
  /** What the code means, as the guide on errors shows it. */
  readonly meaning: string;
  /** What a client is told of one error. */
  tell(...about: About): { readonly message: string; readonly headers?: Headers };
}

/** A catalogue, by code. */
export type ErrorKinds = Readonly<Record<string, ErrorKind<never>>>;

/** Returns a function that makes errors of a catalogue: by code, and what the error is about. */
export function errorsOf<Kinds extends ErrorKinds>(kinds: Kinds) {
  return <Code extends keyof Kinds & string>(
    code: Code,
    ...about: Parameters<Kinds[Code]['tell']>
  ): ApiError => {
    // The compiler does not see that the kind of a code takes what its own function takes.
    const kind = kinds[code] as unknown as ErrorKind<Parameters<Kinds[Code]['tell']>>;
    const { message, headers } = kind.tell(...about);
    return new ApiError(code, kind.status, message, headers);
  };
}
