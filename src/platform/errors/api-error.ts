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

/** A code as a name: `key_not_found` as `keyNotFound`. */
type NameOf<Code extends string> = Code extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<NameOf<Rest>>}`
  : Code;

/** What makes the errors of a kind; where an error is always the same, the error itself. */
type MakerOf<About extends unknown[]> = About extends [] ? ApiError : (...about: About) => ApiError;

/** Makes the errors of a catalogue, by the names of their codes, as in `keyNotFound(id)`. */
export function errorsOf<const Kinds extends ErrorKinds>(kinds: Kinds) {
  const makers = Object.entries<ErrorKind<never[]>>(kinds).map(([code, kind]) => {
    const make = (...about: never[]) => {
      const { message, headers } = kind.tell(...about);
      return new ApiError(code, kind.status, message, headers);
    };
    const name = code.replaceAll(/_(.)/g, (_match, first: string) => first.toUpperCase());
    // Nobody changes what all share.
    return [name, kind.tell.length === 0 ? Object.freeze(make()) : make];
  });
  // The compiler does not see which name each code gets.
  return Object.fromEntries(makers) as {
    readonly [Code in keyof Kinds & string as NameOf<Code>]: MakerOf<
      Parameters<Kinds[Code]['tell']>
    >;
  };
}
