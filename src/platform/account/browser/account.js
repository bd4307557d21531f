// The account page: shows what belongs to the owner of an API key, and manages the keys. Everything
// that it knows comes from the API of this host, and stays in memory.

import { announce } from '../../pages/browser/announce.js';
import { element } from '../../pages/browser/elements.js';
import { rememberedKey, rememberKey } from '../../pages/browser/remembered-key.js';
import { drawPlot } from './account-plot.js';

const page = document.querySelector('.account');
const find = (selector, within = page) => within.querySelector(selector);

const WRITE = 'account:write';
/** The scopes that only the operator gives, such as that one. */
const EXPLICIT = page.dataset.explicitScopes.split(' ');
const DAYS = 30;
/** Rows of a request, of which each counts against the limits. */
const PAGE = 100;
const DAY_MS = 86_400_000;

const form = find('.key-form');
const field = find('#api-key');
const remember = find('.remember');
let client;
let lastHeaders;
let account;
let removePlot;

form.hidden = false;
field.value = rememberedKey();
remember.checked = field.value !== '';
find('.shown-dialog').addEventListener('close', () => {
  find('.secret').textContent = '';
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  showAccount();
});
find('.forget').addEventListener('click', () => {
  rememberKey('');
  location.reload();
});
if (field.value) showAccount();

/** Reads everything with the key in the field, and shows it. */
async function showAccount() {
  const apiKey = field.value.trim();
  const problem = find(':scope > .problem');
  problem.textContent = '';
  find('.content').hidden = true;
  lastHeaders = undefined;
  account = undefined;
  try {
    client = await openClient(apiKey);
    account = await client.getAccount();
  } catch (error) {
    problem.textContent = messageOf(error);
    // A key over its limits, or a banned one, is told until when.
    if (error.status === 429 && lastHeaders) showLimitsAlone();
    return;
  }
  keep(apiKey);
  showPlan();
  showWindows();
  find('.content').hidden = false;
  for (const part of ['#usage', '#keys']) find(part).parentElement.hidden = false;
  await Promise.all([showPart('usage', showUsage), showPart('keys', showKeys)]);
  showWindows();
}

function showLimitsAlone() {
  find('.facts').replaceChildren();
  showWindows();
  for (const part of ['#usage', '#keys']) find(part).parentElement.hidden = true;
  find('.content').hidden = false;
}

/** A client of this host that waits for no limit, since the page says what is left of them. */
async function openClient(apiKey) {
  const { createClient } = await import(new URL(page.dataset.client, document.baseURI).href);
  const baseUrl = new URL(document.body.dataset.base, document.baseURI).href;
  const observed = async (...request) => {
    const response = await fetch(...request);
    // Those of 401 and 503 may be about the address of the caller.
    const isOfKey = response.status !== 401 && response.status !== 503;
    // Usage has no reserve: beside what can still be called, its 429 would say that nothing is left.
    const isKnown = response.status === 429 && lastHeaders;
    if (isOfKey && !isKnown && response.headers.has('RateLimit')) lastHeaders = response.headers;
    return response;
  };
  return createClient({ apiKey, baseUrl, fetch: observed, maxWaitSeconds: 0 });
}

/** A key that can create others is not kept: it is worth more than the rest. */
function keep(apiKey) {
  const isManager = account.key.scopes?.includes(WRITE) ?? false;
  remember.disabled = isManager;
  if (isManager) remember.checked = false;
  find('.memory-only').hidden = !isManager;
  find('.forget').hidden = false;
  rememberKey(remember.checked ? apiKey : '');
}

/** Shows a part of the page, or why it cannot be shown. */
async function showPart(name, show) {
  const problem = find(`.${name}-problem`);
  problem.textContent = '';
  find(`.${name}-content`).hidden = true;
  try {
    // What has no size cannot be drawn.
    await show(() => {
      find(`.${name}-content`).hidden = false;
    });
  } catch (error) {
    problem.textContent = messageOf(error);
  }
}

function messageOf(error) {
  return error.code === 'no_response' ? 'There is no response.' : error.message;
}

function showPlan() {
  const { name, plan, limits, key } = account;
  const facts = {
    Name: name,
    Plan: `${plan}: ${count(limits.perMinute)} requests per minute, ${count(limits.perDay)} per day`,
    'This key': `${key.name} (${key.hint})`,
    Scopes: scopesText(key.scopes),
    Ends: key.expiresAt ? timeText(key.expiresAt) : 'never',
  };
  find('.facts').replaceChildren(
    ...Object.entries(facts).flatMap(([term, text]) => [element('dt', term), element('dd', text)]),
  );
}

/** Shows what is left of both windows, of the plan or the reserve, as the last response says it. */
function showWindows() {
  const quotas = membersOf(lastHeaders.get('RateLimit-Policy') ?? '');
  const ofPlan = [account?.limits.perMinute, account?.limits.perDay];
  const isOfPlan = quotas.every(({ q }, i) => q === ofPlan[i]);
  find('.reserve').hidden = !account || isOfPlan;
  const windows = membersOf(lastHeaders.get('RateLimit') ?? '').map(({ name, r, t }) => {
    const { q } = quotas.find((one) => one.name === name) ?? { q: r };
    const meter = Object.assign(element('meter'), { max: q, value: r, low: q / 5 });
    meter.setAttribute('aria-label', `Left of this ${name}`);
    const resetsAt = new Date(Date.now() + t * 1_000);
    return element(
      'div',
      element('p', `${count(r)} of ${count(q)} requests left this ${name}`),
      meter,
      element('p.note', `Resets at ${timeText(resetsAt)}`),
    );
  });
  find('.windows').replaceChildren(...windows);
}

/** The members of a structured list such as `"minute";r=59;t=60`. */
function membersOf(header) {
  return [...header.matchAll(/"(\w+)"((?:;\w+=\d+)*)/g)].map(([, name, parameters]) => {
    const pairs = [...parameters.matchAll(/;(\w+)=(\d+)/g)].map(([, key, value]) => {
      return [key, Number(value)];
    });
    return { name, ...Object.fromEntries(pairs) };
  });
}

async function showUsage(reveal) {
  const today = Math.floor(Date.now() / DAY_MS);
  const days = Array.from({ length: DAYS }, (_, i) => dayOf((today - DAYS + 1 + i) * DAY_MS));
  const rows = [];
  // The service's day may have begun already, or not yet.
  for await (const row of client.listUsage.all({ from: days[0], to: days.at(-1), limit: 100 })) {
    rows.push(row);
  }
  reveal();
  removePlot?.();
  removePlot = drawPlot({ place: find('.plot'), legend: find('.legend'), days, rows });
  const cells = rows.map(({ day, operation, requests, clientErrors, serverErrors }) => [
    element('td', day),
    element('td', operation),
    ...[requests, clientErrors, serverErrors].map((one) => element('td.amount', count(one))),
  ]);
  fill('.usage-table', cells, 'No requests.');
}

/** Shows the keys that can be used. The others are read when they are asked for. */
async function showKeys(reveal) {
  find('.ended-content').hidden = true;
  find('.show-ended').hidden = false;
  find('.create').hidden = !isManager();
  await showKeysOf('keys', { state: 'usable', limit: PAGE });
  reveal();
}

find('.show-ended').addEventListener('click', () =>
  showPart('ended', async (reveal) => {
    await showKeysOf('ended', { state: 'ended', limit: PAGE });
    find('.show-ended').hidden = true;
    reveal();
  }).then(showWindows),
);

/** Shows a page of a list of keys, below the rows before it, and a button for the next one. */
async function showKeysOf(name, parameters, before = []) {
  const { items, next } = await client.listKeys.page(parameters);
  const rows = [...before, ...items.map(cellsOf)];
  fill(`.${name}-table`, rows, 'No keys.');
  const more = find(`.more-${name}`);
  more.hidden = !next;
  more.onclick = async () => {
    await attempt(more, find(`.${name}-problem`), () => showKeysOf(name, next, rows));
    showWindows();
  };
}

/** Whether a key can give a scope to another one. */
const isGivable = (scope) => !EXPLICIT.includes(scope);
const isManager = () => account.key.scopes?.includes(WRITE) ?? false;

function cellsOf(key) {
  const { name, hint, state, scopes, createdAt, expiresAt, lastUsedAt, id } = key;
  const own = id === account.key.id ? ' (this key)' : '';
  const change = element('td');
  if (isManager() && mayRotate(key)) change.append(actionButton('Rotate', key, askToRotate));
  if (isManager() && state !== 'revoked') change.append(actionButton('Revoke', key, askToRevoke));
  return [
    element('th', name + own),
    element('td', hint),
    element('td', state),
    element('td.scopes-cell', scopesText(scopes)),
    element('td', timeText(createdAt)),
    element('td', expiresAt ? timeText(expiresAt) : 'never'),
    element('td', lastUsedAt ? timeText(lastUsedAt) : 'never'),
    change,
  ];
}

/** Whether the service would rotate a key: the operator rotates the others. */
function mayRotate({ state, scopes }) {
  const given = account.key.scopes;
  const isWorking = ['active', 'rotating', 'banned'].includes(state);
  return isWorking && scopes?.every((scope) => isGivable(scope) && given.includes(scope));
}

function actionButton(text, key, act) {
  const button = element('button', text);
  button.type = 'button';
  button.setAttribute('aria-label', `${text} ${key.name}, ${key.hint}`);
  button.addEventListener('click', () => act(key));
  return button;
}

find('.create').addEventListener('click', () => {
  const { scopes, expiresAt } = account.key;
  find('.scopes').replaceChildren(...scopes.filter(isGivable).map(scopeChoice));
  find('#new-name').value = '';
  const end = find('#new-end');
  end.value = '';
  end.max = expiresAt?.slice(0, 'YYYY-MM-DD'.length) ?? '';
  open('.create-dialog', async () => {
    const chosen = [...page.querySelectorAll('.scopes input:checked')].map(({ value }) => value);
    const expiry = end.value && { expiresAt: `${end.value}T00:00:00Z` };
    return client.createKey({ name: find('#new-name').value, scopes: chosen, ...expiry });
  });
});

function scopeChoice(scope) {
  const box = Object.assign(element('input'), { type: 'checkbox', value: scope, checked: true });
  return element('label', box, ` ${scope}`);
}

function askToRotate({ id, name, hint }) {
  const dialog = open('.rotate-dialog', () =>
    client.rotateKey({ keyId: id }, { overlapSeconds: Number(find('#overlap').value) }),
  );
  find('#overlap').value = '86400';
  find('.which', dialog).textContent = `${name} (${hint})`;
}

function askToRevoke({ id, name, hint }) {
  const withCreated = find('.with-created');
  withCreated.checked = false;
  const dialog = open('.revoke-dialog', () =>
    client.revokeKey({ keyId: id, withCreated: withCreated.checked }),
  );
  find('.which', dialog).textContent = `${name} (${hint})`;
}

/** Opens a dialog, which does its work when it is confirmed, and stays open if that fails. */
function open(selector, work) {
  const dialog = find(selector);
  const problem = find('.problem', dialog);
  problem.textContent = '';
  find('form', dialog).onsubmit = (event) => {
    event.preventDefault();
    return attempt(find('[type="submit"]', dialog), problem, async () => {
      const created = await work();
      dialog.close();
      if (created) showSecret(created);
      else announce('The key is revoked');
      await showPart('keys', showKeys);
      showWindows();
    });
  };
  dialog.showModal();
  return dialog;
}

/** Does what a button is for, once at a time, and says at a place why it fails. */
async function attempt(button, problem, work) {
  if (button.disabled) return;
  button.disabled = true;
  problem.textContent = '';
  try {
    await work();
  } catch (error) {
    problem.textContent = messageOf(error);
  } finally {
    button.disabled = false;
  }
}

/** Shows a new key, this once. */
function showSecret({ key, name, hint }) {
  const dialog = find('.shown-dialog');
  find('.which', dialog).textContent = `${name} (${hint})`;
  find('.secret').textContent = key;
  dialog.showModal();
}

function fill(selector, rows, otherwise) {
  const table = find(selector);
  const empty = element('td', otherwise);
  empty.colSpan = table.tHead.rows[0].cells.length;
  const filled = (rows.length > 0 ? rows : [[empty]]).map((cells) => {
    const row = element('tr', ...cells);
    for (const [i, cell] of cells.entries()) {
      cell.dataset.title = table.tHead.rows[0].cells[i].textContent;
      if (cell.matches('th')) cell.scope = 'row';
    }
    return row;
  });
  table.tBodies[0].replaceChildren(...filled);
}

function count(number) {
  return number.toLocaleString('en');
}

function scopesText(scopes) {
  return scopes === null ? `all but ${EXPLICIT.join(', ')}` : scopes.join(', ') || 'none';
}

function dayOf(ms) {
  return new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** In the time zone of the reader. */
function timeText(time) {
  return new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
}
