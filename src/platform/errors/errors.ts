// The errors of the platform, by the names of their codes; and those whose message is always the
// same, though others of their code have another.

import { errorsOf } from './api-error.ts';
import { API_ERRORS } from './catalogue.ts';

const made = errorsOf(API_ERRORS);
const { malformedRequest, notImplemented, unsupportedMediaType } = made;

export const errors = {
  ...made,
  unreadableRequest: Object.freeze(malformedRequest('The request cannot be read.')),
  malformedTarget: Object.freeze(malformedRequest('The request target is malformed.')),
  bodyRequired: () => made.invalidBody('The request body is required.'),
  otherMediaType: (expected: string) => unsupportedMediaType(`The body must be ${expected}.`),
  unsupportedCharset: Object.freeze(unsupportedMediaType('The charset of the body must be utf-8.')),
  unsupportedCoding: Object.freeze(unsupportedMediaType('The body must have no Content-Encoding.')),
  malformedContentType: Object.freeze(unsupportedMediaType('The Content-Type is malformed.')),
  connectNotImplemented: Object.freeze(notImplemented('The method CONNECT is not implemented.')),
  codingNotImplemented: Object.freeze(notImplemented('The transfer-encoding must be chunked.')),
} as const;
