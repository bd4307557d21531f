// Placeholders in generated texts: only the deployment knows what replaces them.

/** The base address that the guides and the samples use. */
export const EXAMPLE_BASE_URL = 'http://127.0.0.1:3000/v1';
/** What links begin with in HTML, before a path relative to the root of the service. */
export const SITE = 'site:';
/** The element with the base addresses. */
export const BASE_ADDRESSES = '<!-- base addresses -->';
