/*
 * The request that a form describes, and the command of curl that sends the same.
 */

/**
 * @param values server, key, parameters in the contract's order (an empty one is not sent), body
 * @returns the request, and what of it cannot be sent, by field
 */
export function requestFor(operation, { server, key, parameters, body }) {
  const problems = new Map();
  const sent = operation.parameters
    .map(({ in: place, ...parameter }, index) => ({
      ...parameter,
      place,
      value: parameters[index],
    }))
    .filter((parameter) => {
      const problem = problemOf(parameter);
      if (problem) problems.set(parameter.name, problem);
      return parameter.value !== '';
    });
  const inside = (place) => sent.filter((parameter) => parameter.place === place);
  const path = inside('path').reduce(
    (text, parameter) => text.replace(`{${parameter.name}}`, () => itemsOf(parameter).join(',')),
    operation.path,
  );
  const query = inside('query').flatMap((parameter) => {
    const items = itemsOf(parameter);
    const values = parameter.explode === false ? [items.join(',')] : items;
    return values.map((value) => `${encode(parameter.name)}=${value}`);
  });
  const headers = inside('header').map(({ name, value }) => [name, value]);
  if (body) headers.push(['Content-Type', operation.body.mediaType]);
  if (operation.needsKey && key && !isHeaderValue(key)) {
    problems.set('API key', 'The API key has characters that a header cannot have.');
  }
  const request = {
    method: operation.method,
    url: server + path + (query.length > 0 ? `?${query.join('&')}` : ''),
    headers,
    ...(operation.needsKey && { key }),
    ...(body && { body }),
  };
  return { request, problems };
}

/** What the service could not say, since no request would reach it as it is meant. */
function problemOf({ name, place, required, value }) {
  if (value === '') return required && `${name} is required.`;
  if (place === 'header' && !isHeaderValue(value)) {
    return `${name} has characters that a header cannot have.`;
  }
  if (place === 'path' && /^\.\.?$/.test(value)) return `${name} must not be ${value}`;
}

function isHeaderValue(value) {
  try {
    return Boolean(new Headers([['name', value]]));
  } catch {
    return false;
  }
}

/** The values of a parameter, of which a list has several. */
function itemsOf({ schema, value }) {
  return (schema.type === 'array' ? value.split(',') : [value]).map(encode);
}

/** @param value also with an unpaired surrogate, which becomes U+FFFD */
function encode(value) {
  return encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(value)));
}

/**
 * Sends a request.
 *
 * @returns the response, its body as text, the service's Error if it is one, and the time until it was
 * complete in milliseconds
 */
export async function send({ method, url, headers, key, body }, signal) {
  const started = performance.now();
  const authorization = key ? [['Authorization', `Bearer ${key}`]] : [];
  const response = await fetch(url, {
    method,
    headers: [...headers, ...authorization],
    body,
    signal,
    cache: 'no-store',
    credentials: 'omit',
  });
  const text = await response.text();
  const milliseconds = performance.now() - started;
  return { response, text, milliseconds, ...(!response.ok && { error: errorIn(text) }) };
}

function errorIn(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A request as a command of curl for the shells of Unix.
 *
 * @param authorization what stands for the header with the key, ready for the shell
 */
export function curlFor(
  { method, url, headers, key, body },
  authorization = '"Authorization: Bearer $API_KEY"',
) {
  const isImplied = method === (body === undefined ? 'GET' : 'POST');
  return [
    `curl ${isImplied ? '' : `-X ${method} `}${quote(url)}`,
    ...(key === undefined ? [] : [`-H ${authorization}`]),
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
  ].join(' \\\n  ');
}

/** The command with the key in it. */
export function curlWithKey(request) {
  return curlFor(request, quote(`Authorization: Bearer ${request.key}`));
}

/** Between single quotes, a shell replaces nothing. */
function quote(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
