import {
  type ApiError,
  codingNotImplemented,
  headersTooLarge,
  malformedRequest,
  malformedTarget,
  requestTimeout,
  versionNotSupported,
} from '../contract/index.ts';

/** What Node reports about a connection. */
export interface ConnectionError extends NodeJS.ErrnoException {
  /** In the words of the parser. */
  readonly reason?: string;
  /** What was read last. */
  readonly rawPacket?: unknown;
}

const UNREADABLE = malformedRequest('The request cannot be read.');
const METHOD = malformedRequest('The request method is not known.');
const LINE = malformedRequest('The request line cannot be read.');
const HEADER = malformedRequest('The header fields cannot be read.');
const LENGTH = malformedRequest('The header field content-length cannot be read.');
const CHUNKS = malformedRequest('The chunks of the body cannot be read.');

/** The errors of the catalogue, by Node's code. */
const ERRORS: Readonly<Record<string, ApiError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: requestTimeout,
  HPE_HEADER_OVERFLOW: headersTooLarge,
  HPE_INVALID_EOF_STATE: malformedRequest('The request is incomplete.'),
  HPE_INVALID_METHOD: METHOD,
  HPE_INVALID_CONSTANT: LINE,
  HPE_INVALID_VERSION: malformedRequest('The HTTP version cannot be read.'),
  HPE_INVALID_URL: malformedTarget,
  HPE_PAUSED_H2_UPGRADE: versionNotSupported,
  HPE_INVALID_HEADER_TOKEN: HEADER,
  HPE_UNEXPECTED_SPACE: HEADER,
  HPE_CR_EXPECTED: HEADER,
  HPE_LF_EXPECTED: HEADER,
  HPE_INVALID_CONTENT_LENGTH: LENGTH,
  HPE_UNEXPECTED_CONTENT_LENGTH: LENGTH,
  HPE_INVALID_TRANSFER_ENCODING: malformedRequest(
    'The header field transfer-encoding cannot be read.',
  ),
};
/** The same codes of the parser stand for what differs by its words only. */
const ERRORS_BY_REASON: Readonly<Record<string, ApiError>> = {
  'Invalid HTTP version': versionNotSupported,
  'Invalid method for HTTP/x.x request': METHOD,
  'Expected CRLF after version': LINE,
  'Request has invalid `Transfer-Encoding`': codingNotImplemented,
};
const ERRORS_IN_BODY: Readonly<Record<string, ApiError>> = {
  HPE_CHUNK_EXTENSIONS_OVERFLOW: CHUNKS,
  HPE_CR_EXPECTED: CHUNKS,
  HPE_INVALID_CHUNK_SIZE: CHUNKS,
  HPE_LF_EXPECTED: CHUNKS,
  HPE_STRICT: CHUNKS,
};

/** @param isInBody whether the head of the request could be read */
export function errorOf({ code = '', reason = '' }: ConnectionError, isInBody: boolean): ApiError {
  const inBody = isInBody ? ERRORS_IN_BODY[code] : undefined;
  return inBody ?? ERRORS_BY_REASON[reason] ?? ERRORS[code] ?? UNREADABLE;
}
