// The error codes of the service whose documents are made: the service of this project, unless
// another one has been named. Pages link each code to its meaning, wherever a text has one.

import { type ErrorCodes, errorCodesOf } from '../src/platform/errors/catalogue.ts';
import type { Service } from '../src/platform/service.ts';
import { service } from '../src/service.ts';

let codes = errorCodesOf(service.errors);

export function errorCodes(): ErrorCodes {
  return codes;
}

export function useErrorsOf({ errors }: Service) {
  codes = errorCodesOf(errors);
}
