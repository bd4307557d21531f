// What the account page says of times, numbers and errors.

import { element } from '../../pages/browser/elements.js';

const DAY = { year: 'numeric', month: 'short', day: 'numeric' };
const TIME = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' };

export function count(number) {
  return number.toLocaleString('en');
}

/** The day (UTC) of a time. */
export function dayOf(time) {
  return new Date(time).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** In the time zone of the reader, which it names: days of usage are in UTC. */
export function timeText(time) {
  return new Date(time).toLocaleString('en', { ...DAY, ...TIME });
}

/** The same in two parts, between which a line may end. */
export function timeElement(time) {
  const date = new Date(time);
  const parts = [`${date.toLocaleDateString('en', DAY)},`, date.toLocaleTimeString('en', TIME)].map(
    (text) => element('span', text),
  );
  return element('time', parts[0], ' ', parts[1]);
}

/** The members of a structured list such as `"minute";r=59;t=60`. */
export function membersOf(headers, name) {
  const all = (headers.get(name) ?? '').matchAll(/"(\w+)"((?:;\w+=\d+)*)/g);
  return [...all].map(([, name, parameters]) => {
    const pairs = [...parameters.matchAll(/;(\w+)=(\d+)/g)].map(([, key, value]) => {
      return [key, Number(value)];
    });
    return { name, ...Object.fromEntries(pairs) };
  });
}

/** Says what has gone wrong, and with a limit until when, as a time of day. */
export function messageOf(error) {
  const { code, message, retryAfterSeconds } = error;
  if (code === 'no_response') return 'There is no response. Please try again.';
  if (!retryAfterSeconds || error.status !== 429) return message;
  const until = timeText(Date.now() + retryAfterSeconds * 1_000);
  if (code === 'api_key_banned') {
    return `The API key is banned until ${until}, since it kept sending requests after 429 responses.`;
  }
  if (code === 'key_creations_exceeded') {
    return `Too many new API keys within 24 hours. You can create or rotate the next at ${until}.`;
  }
  // Without a response, it is the client that has sent nothing.
  if (!error.headers) return `Not sent: no requests are left until ${until}.`;
  const spent = membersOf(error.headers, 'RateLimit').find(({ r }) => r === 0);
  const quotas = membersOf(error.headers, 'RateLimit-Policy');
  const { q } = quotas.find(({ name }) => name === spent?.name) ?? {};
  const limit = q ? `The limit of ${count(q)} requests per ${spent.name}` : 'A limit';
  return `${limit} is used up until ${until}.`;
}
