// The names of a new service, and those that cannot be one.

import type { Names } from '../platform/spellings.ts';

const PRODUCT = /^[A-Z][A-Za-z0-9]*(?: [A-Z0-9][A-Za-z0-9]*)*$/;
/** Kubernetes and PostgreSQL add endings to it, and allow 63 characters. */
const MAX_LENGTH = 40;
const KEY_PREFIX = /^[a-z][a-z0-9]{1,9}$/;

/** @throws one line for a name that cannot be one */
export function readNames(product: string, keyPrefix: string, firstKeyPlan: string): Names {
  if (!PRODUCT.test(product) || product.length > MAX_LENGTH) {
    throw new Error(
      `"${product}" is no name of a service: write it as people read it, such as Corner Bookshop, ` +
        `in up to ${MAX_LENGTH} letters, digits and single spaces.`,
    );
  }
  if (!KEY_PREFIX.test(keyPrefix)) {
    throw new Error(
      `"${keyPrefix}" is no prefix of API keys: write 2 to 10 small letters and digits, such as bks.`,
    );
  }
  return { product, name: product.toLowerCase().replaceAll(' ', '-'), keyPrefix, firstKeyPlan };
}
