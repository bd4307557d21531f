/** Stands for every origin. */
export const ANY_ORIGIN = '*';

const HTTP_URL = /^https?:\/\/[^*]+$/i;
const EXPECTED =
  'CORS_ORIGINS must be a list of origins such as https://app.example.com, separated by commas, or * alone';

/** The origins in the text of CORS_ORIGINS, or `*` alone. */
export function corsOrigins(text: string): string[] {
  return text.split(',').map((origin) => origin.trim());
}

/**
 * What is wrong with the text of CORS_ORIGINS. An origin has to be written as browsers send it, since
 * they compare it byte by byte.
 *
 * @see https://fetch.spec.whatwg.org/#origin-header
 */
export function corsOriginsProblems(text: string | undefined): string[] {
  if (text === undefined || text.trim() === ANY_ORIGIN) return [];
  return corsOrigins(text).flatMap((origin) => {
    const sent = sentOrigin(origin);
    if (sent === origin) return [];
    return [sent === undefined ? `${EXPECTED}.` : `${EXPECTED}: write ${sent}.`];
  });
}

/** The origin of an address as browsers send it. */
function sentOrigin(address: string): string | undefined {
  if (!HTTP_URL.test(address) || !URL.canParse(address)) return undefined;
  return new URL(address).origin;
}
