// What browsers are told about a page.

/** @param policy the directives of the Content-Security-Policy */
export function pageHeaders(policy: readonly string[]) {
  return {
    'content-security-policy': policy.join('; '),
    // A page that opens this one gets no reference to its window.
    'cross-origin-opener-policy': 'same-origin',
  };
}
