import { copyButton, element } from './try-elements.js';
import { indent } from './try-json.js';

/** HTTP/2 has no texts. */
const STATUS_TEXTS = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** The place where a response is shown. */
export function createOutcome() {
  const title = element('h3', {}, 'Response');
  const summary = element('div', { role: 'status', className: 'try-first-lines' });
  const rest = element('div');
  summary.textContent = 'Nothing has been sent yet.';
  return {
    nodes: [title, summary, rest],
    /** Shows sentences instead of a response. */
    say(...texts) {
      summary.replaceChildren(
        ...texts.map((text) => element('p', { className: 'try-message' }, text)),
      );
      rest.replaceChildren();
    },
    show(exchange) {
      summary.replaceChildren(...firstLines(exchange));
      rest.replaceChildren(...details(exchange));
    },
    /** Scrolls to the response where it is out of sight, as on a phone. */
    reveal() {
      const { bottom } = summary.getBoundingClientRect();
      const isSeen = title.getBoundingClientRect().top >= 0 && bottom <= innerHeight;
      if (!isSeen) title.scrollIntoView();
    },
  };
}

/** What a response says first: its status, what is wrong, and when to try again. */
function firstLines({ response, error, milliseconds }) {
  const { status, headers, ok } = response;
  const text = `${status} ${STATUS_TEXTS[status] ?? response.statusText}`;
  const mark = element('strong', { className: ok ? 'try-status' : 'try-status try-failed' }, text);
  const lines = [element('p', {}, mark, ` in ${Math.round(milliseconds)} ms`)];
  if (error?.message) lines.push(element('p', { className: 'try-message' }, error.message));
  const wait = headers.get('retry-after');
  if (wait) lines.push(element('p', { className: 'try-message' }, `Retry-After: ${wait} seconds`));
  return lines;
}

/** The rest of an exchange: what is left of the limits, the body, all headers, and what was sent. */
function details({ request, response, text }) {
  return [
    ...limits(response.headers),
    ...body(text),
    folded('Response headers', definitions([...response.headers])),
    folded('Request as it was sent', requestLines(request)),
  ];
}

function limits(headers) {
  const quotas = new Map(items(headers.get('ratelimit-policy')));
  const lines = items(headers.get('ratelimit')).map(([name, { r, t }]) => {
    const quota = quotas.get(name)?.q;
    return element(
      'li',
      {},
      `${name}: ${count(r)} of ${count(quota)} left, renewed in ${duration(t)}`,
    );
  });
  if (lines.length === 0) return [];
  return [element('h4', {}, 'What is left of your limits'), element('ul', {}, ...lines)];
}

/** The items of a structured list (RFC 9651) of strings with parameters that are integers. */
function items(header) {
  return Array.from((header ?? '').matchAll(/"([^"]*)"([^,]*)/g), ([, name, parameters]) => [
    name,
    Object.fromEntries(
      Array.from(parameters.matchAll(/(\w+)=(\d+)/g), ([, key, value]) => [key, value]),
    ),
  ]);
}

function count(requests) {
  return Number(requests).toLocaleString('en');
}

function duration(seconds) {
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3_600)} h`;
}

function body(text) {
  if (text === '') return [element('p', {}, 'The body is empty.')];
  const parts = indent(text)?.map(({ text: part, className }) =>
    className ? element('span', { className }, part) : part,
  ) ?? [text];
  const code = element('code', {}, ...parts);
  return [
    element(
      'div',
      { className: 'try-above' },
      element('h4', {}, 'Body'),
      copyButton('Copy body', () => code.textContent),
    ),
    element('pre', {}, code),
  ];
}

function folded(title, content) {
  return element('details', { open: true }, element('summary', {}, title), content);
}

function definitions(pairs) {
  const rows = pairs.map(([name, value]) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, value)),
  );
  return element('dl', {}, ...rows);
}

function requestLines({ method, url, headers, key, body: sent }) {
  const lines = [
    `${method} ${url}`,
    ...(key ? [`Authorization: Bearer ${key.slice(0, 4)}…`] : []),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(sent ? ['', sent] : []),
  ];
  return element('pre', {}, element('code', {}, lines.join('\n')));
}
