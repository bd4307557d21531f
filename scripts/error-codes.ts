// Every error code of this service.

import { errorCodesOf } from '../src/platform/errors/catalogue.ts';
import { service } from '../src/service.ts';

export const ERROR_CODES = errorCodesOf(service.errors);
