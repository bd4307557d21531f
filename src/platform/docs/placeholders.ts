// Placeholders in generated texts: only the deployment knows what replaces them.

/** The root of the service in the addresses that guides and samples have. */
export const EXAMPLE_ORIGIN = 'http://127.0.0.1:3000';
/** What links begin with in HTML, before a path relative to the root of the service. */
export const SITE = 'site:';
/** The same, before the path of a document of the same major version. */
export const SAME_VERSION = 'same:';
/** Whom readers can ask. */
export const CONTACT = '<!-- contact -->';
/** The element with the base addresses. */
export const BASE_ADDRESSES = '<!-- base addresses -->';
