// "Try it": sends requests of one operation. The form is in the page; this code is loaded when a
// reader first opens a form.

import { keyIn, managesKeys } from '../../pages/browser/api-key.js';
import { element } from '../../pages/browser/elements.js';
import { rememberedKey, rememberKey } from '../../pages/browser/remembered-key.js';

/**
 * The root of the service: this file is in docs/static below it, also behind a proxy with a prefix.
 */
const ROOT = new URL('../../../', import.meta.url);

/**
 * In memory until the page is closed; in the storage of the tab only if the reader asks for that,
 * and once the key has worked.
 */
let apiKey = rememberedKey();
let isRemembered = apiKey !== '';

/** The tag of what was read last at an address. */
const tags = new Map();

for (const dialog of document.querySelectorAll('.try-dialog')) prepare(dialog);

/** Opens the dialog of the operation that a button is for. */
export function openTry(button) {
  const dialog = document.getElementById(`try/${button.dataset.operation}`);
  fieldsOf(dialog).key.value = apiKey;
  dialog.querySelector('.remember').checked = isRemembered;
  if (fillTag(dialog)) show(dialog, { curl: curlFor(requestOf(dialog)) });
  dialog.showModal();
}

function prepare(dialog) {
  const { idempotencyKey } = fieldsOf(dialog);
  if (idempotencyKey) idempotencyKey.value = freshKey();
  const form = dialog.querySelector('form');
  form.addEventListener('input', ({ target }) => {
    const { body, ifMatch } = fieldsOf(dialog);
    if (target.matches('.body-example')) body.value = target.value;
    // What the reader has chosen stays.
    if (target === ifMatch) ifMatch.dataset.chosen = '';
    showProblem(target, '');
    fillTag(dialog);
    keepKey(dialog);
    show(dialog, { curl: curlFor(requestOf(dialog)) });
  });
  show(dialog, { curl: curlFor(requestOf(dialog)) });
  dialog.querySelector('.next').addEventListener('click', ({ target }) => {
    const { searchParams } = new URL(target.dataset.address, ROOT);
    for (const field of fieldsOf(dialog).at('query')) {
      field.value = searchParams.getAll(field.name).join();
    }
    form.requestSubmit();
  });
  let isSending = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    if (await isConfirmed(dialog)) await exchange(dialog);
    isSending = false;
  });
}

/** The fields of a form: each says where in a request its value belongs. */
function fieldsOf(dialog) {
  const fields = [...dialog.querySelector('form').elements].filter(({ dataset }) => dataset.in);
  const at = (place) => fields.filter(({ dataset }) => dataset.in === place);
  const header = (wanted) => at('header').find(({ name }) => name === wanted);
  return {
    fields,
    at,
    key: at('key')[0],
    body: at('body')[0],
    idempotencyKey: header('Idempotency-Key'),
    ifMatch: header('If-Match'),
  };
}

/** Where the page is served without TLS, browsers offer no UUIDs. */
function freshKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Fills in the tag of what was read at the address of a form. @returns whether it is another */
function fillTag(dialog) {
  const { ifMatch } = fieldsOf(dialog);
  if (!ifMatch || 'chosen' in ifMatch.dataset) return false;
  const tag = tags.get(requestOf(dialog).url) ?? '';
  if (ifMatch.value === tag) return false;
  ifMatch.value = tag;
  showProblem(ifMatch, '');
  if (tag) note(ifMatch, 'The tag of what you have read.');
  return true;
}

/** Whether a request may be sent: one that changes what is there only if the reader says so. */
async function isConfirmed(dialog) {
  const question = document.getElementById(`${dialog.id}/question`);
  if (!question) return true;
  const { method, url } = requestOf(dialog);
  const targets = fieldsOf(dialog).at('path');
  show(question, {
    target: targets.map(({ name, value }) => `${name} ${value}`).join(', '),
    request: `${method} ${url}`,
  });
  question.returnValue = '';
  question.showModal();
  await new Promise((resolve) => question.addEventListener('close', resolve, { once: true }));
  return question.returnValue === 'send';
}

function keepKey(dialog) {
  apiKey = fieldsOf(dialog).key.value;
  isRemembered = dialog.querySelector('.remember').checked;
  show(dialog, { 'memory-only': '' });
  if (!isRemembered) rememberKey('');
}

/** Stores a key that has worked, if the reader wants that, but none that manages others. */
async function storeKey(dialog, key) {
  if (!isRemembered) return;
  const isManager = await isOfManager(key);
  // The reader may have chosen otherwise meanwhile.
  if (!isRemembered || keyIn(apiKey) !== key) return;
  if (isManager === false) return rememberKey(key);
  isRemembered = false;
  rememberKey('');
  dialog.querySelector('.remember').checked = false;
  const reason = isManager ? 'can manage keys' : 'could not be looked up';
  show(dialog, { 'memory-only': `This key ${reason}, so it is not remembered.` });
}

/** @returns undefined if that is not known now */
async function isOfManager(key) {
  const { account } = document.body.dataset;
  // Without an account, no key manages others.
  if (account === undefined) return false;
  const url = new URL(account, document.baseURI).href;
  try {
    const response = await send({ url, method: 'GET', headers: [], key });
    return managesKeys((await response.json()).key);
  } catch {
    return undefined;
  }
}

/** Sends the request that the form describes, and shows both it and the response. */
async function exchange(dialog) {
  const request = requestOf(dialog);
  for (const field of fieldsOf(dialog).fields) showProblem(field, '');
  dialog.querySelector('.received').hidden = true;
  show(dialog, { spent: '', headers: '', body: '', curl: curlFor(request), outcome: 'Sending …' });
  const unsendable = fieldsOf(dialog).fields.find(isUnsendable);
  if (unsendable) {
    const name = unsendable.name || 'The API key';
    showProblem(unsendable, `${name} must contain only ASCII characters.`);
    show(dialog, { outcome: 'Nothing was sent: a header cannot have this value.' });
    return;
  }
  const startMs = performance.now();
  try {
    const response = await send(request);
    const text = await response.text();
    const ms = Math.round(performance.now() - startMs);
    show(dialog, { spent: `${ms} ms, ${new Blob([text]).size} bytes` });
    keepTag(request, response);
    showResponse(dialog, response, text);
    fillTag(dialog);
    if (response.status !== 401) storeKey(dialog, request.key);
  } catch ({ message }) {
    show(dialog, { outcome: `There is no response. The browser says: ${message}` });
    dialog.querySelector('.result').scrollIntoView({ block: 'nearest' });
  }
}

/** Browsers send no other characters in a header. */
function isUnsendable({ dataset, value }) {
  return ['header', 'key'].includes(dataset.in) && /[^ -~]/.test(value.trim());
}

function send({ url, method, headers, key, body }) {
  const sent = [...headers, ['Authorization', `Bearer ${key}`]];
  return fetch(url, { method, headers: sent, body, credentials: 'omit' });
}

function showResponse(dialog, { status, statusText, ok, headers }, text) {
  const error = ok ? undefined : parsed(text);
  show(dialog, {
    outcome: [`${status} ${statusText}`, error?.message].filter(Boolean).join(': '),
    headers: [...headers].map((pair) => pair.join(': ')).join('\n'),
  });
  dialog.querySelector('.received').hidden = false;
  dialog.querySelector('.body').replaceChildren(...coloured(indented(text)));
  const next = dialog.querySelector('.next');
  const [, address] = /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '') ?? [];
  next.hidden = !address;
  next.dataset.address = address ?? '';
  if (ok || status === 304) {
    renewIdempotencyKey(fieldsOf(dialog));
    dialog.querySelector('.exchange').scrollIntoView();
  } else {
    showProblem(fieldOf(status, error, fieldsOf(dialog)), error?.message);
    dialog.querySelector('.result').scrollIntoView({ block: 'nearest' });
  }
}

/** For the next request. If the reader has removed the key, the field stays empty. */
function renewIdempotencyKey({ idempotencyKey: field }) {
  if (!field?.value) return;
  field.value = freshKey();
  note(field, 'New, since the last one is used.');
}

/** Remembers the tag of what has been read or written, which may have got an address of its own. */
function keepTag({ url }, { ok, headers }) {
  const tag = headers.get('ETag');
  if (ok && tag) tags.set(new URL(headers.get('Location') ?? url, url).href, tag);
}

/** Says something about a field that is no problem. */
function note({ id }, text) {
  document.getElementById(`${id}/problem`).textContent = text;
}

/** Puts texts into their places. */
function show(dialog, texts) {
  for (const [place, text] of Object.entries(texts)) {
    dialog.querySelector(`.${place}`).textContent = text;
  }
}

/** The request that a form describes. A parameter without a value is not sent. */
function requestOf(dialog) {
  const { method, path } = dialog.dataset;
  const { at, key, body } = fieldsOf(dialog);
  const given = (place) => at(place).filter(({ value }) => value !== '');
  const filledPath = given('path').reduce(
    (text, { name, value }) => text.replace(`{${name}}`, () => encodeURIComponent(value)),
    path,
  );
  const query = new URLSearchParams(
    given('query').flatMap(({ name, value, dataset }) => {
      const values = 'list' in dataset ? value.split(',') : [value];
      return values.map((one) => [name, one]);
    }),
  );
  return {
    method,
    url: new URL(`.${filledPath}${query.size > 0 ? `?${query}` : ''}`, ROOT).href,
    headers: [
      ...given('header').map(({ name, value }) => [name, value]),
      ...(body?.value ? [['Content-Type', body.dataset.type]] : []),
    ],
    key: keyIn(key.value),
    body: body?.value || undefined,
  };
}

/** The same request as a command for the shells of Unix, without the key. */
function curlFor({ method, url, headers, body }) {
  const isImplied = method === (body === undefined ? 'GET' : 'POST');
  // A parameter without a value.
  const shown = url.replaceAll(/%7B(\w+)%7D/g, '{$1}');
  return [
    `curl -i ${isImplied ? '' : `-X ${method} `}${quote(shown)}`,
    '-H "Authorization: Bearer $API_KEY"',
    ...headers.map((pair) => `-H ${quote(pair.join(': '))}`),
    ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
  ].join(' \\\n  ');
}

/** Between single quotes, a shell replaces nothing. */
function quote(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * JSON in lines, with the digits of its numbers as they came; anything else, and in older browsers,
 * as it is.
 */
function indented(text) {
  const digits = (_, value, { source }) =>
    typeof value === 'number' ? JSON.rawJSON(source) : value;
  return JSON.stringify(parsed(text, digits), null, 2) ?? text;
}

/** @returns undefined where a text is not JSON */
function parsed(text, reviver) {
  try {
    return JSON.parse(text, reviver);
  } catch {
    return undefined;
  }
}

const TOKENS =
  /("(?:\\.|[^"\\])*")(?=\s*:)|("(?:\\.|[^"\\])*")|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;
const CLASSES = ['attr', 'string', 'number', 'literal'];

/** JSON in the colours of samples. */
function coloured(text) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    const kind = CLASSES[match.slice(1).findIndex(Boolean)];
    parts.push(text.slice(end, match.index), element(`span.${kind}`, match[0]));
    end = match.index + match[0].length;
  }
  return [...parts, text.slice(end)];
}

/** The field that an error is about, if it is about one. A proxy's error can be any JSON. */
function fieldOf(status, error, { fields, key, body }) {
  if (status === 401) return key;
  if (status === 429 || status >= 500) return undefined;
  if (/body|json|media_type/.test(error?.code)) return body;
  const words = `${error?.message}`.toLowerCase();
  return fields.find(({ name }) => name && words.includes(name.toLowerCase()));
}

/** Says at a field what is wrong with its value. An empty text removes what was said. */
function showProblem(field, text) {
  const problem = field && document.getElementById(`${field.id}/problem`);
  if (!problem) return;
  problem.textContent = text;
  if (text) field.setAttribute('aria-invalid', 'true');
  else field.removeAttribute('aria-invalid');
}
