// Placeholders in generated texts: only the deployment knows what replaces them.

/** Where the base address that the guides and the samples use begins. */
export const EXAMPLE_ORIGIN = 'http://127.0.0.1:3000';
/** What links begin with in HTML, before a path relative to the root of the service. */
export const SITE = 'site:';
/** The same, before the path of a document of the same major version. */
export const SAME_VERSION = 'same:';
/** The element with the base addresses. */
export const BASE_ADDRESSES = '<!-- base addresses -->';
