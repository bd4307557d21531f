// The account page: shows what belongs to the owner of an API key, and manages the keys. Everything
// that it knows comes from the API of this host, and stays in memory.

import { announce } from '../../pages/browser/announce.js';
import { keyIn, managesKeys } from '../../pages/browser/api-key.js';
import { element } from '../../pages/browser/elements.js';
import { rememberedKey, rememberKey } from '../../pages/browser/remembered-key.js';
import { drawPlot } from './account-plot.js';
import { ask, attempt, openDialog, showSecret } from './dialogs.js';
import { count, dayOf, membersOf, messageOf, timeElement, timeText } from './texts.js';

const page = document.querySelector('.account');
const find = (selector, within = page) => within.querySelector(selector);

/** The scopes that only the operator gives. */
const EXPLICIT = page.dataset.explicitScopes.split(' ');
const DAYS = 30;
/** Rows of a request, of which each counts against the limits. */
const PAGE = 100;
/** From so many keys on, a reader can filter them. */
const MANY = 10;
const DAY_MS = 86_400_000;

const form = find('.key-form');
const field = find('#api-key');
const remember = find('.remember');
const loading = find('.loading');
const filter = find('#filter');
let client;
let lastHeaders;
let account;
let removePlot;

form.hidden = false;
field.value = rememberedKey();
remember.checked = field.value !== '';
form.addEventListener('submit', (event) => {
  event.preventDefault();
  attempt(find('[type="submit"]', form), find('#problem'), () =>
    showAccount(() => find('#plan').focus()),
  );
});
find('.forget').addEventListener('click', () => {
  rememberKey('');
  location.reload();
});
if (field.value) {
  attempt(find('[type="submit"]', form), find('#problem'), () => showAccount(() => undefined));
}

/**
 * Reads everything with the key in the field, and shows it.
 *
 * @param onShown is called when the account is shown, and its usage and keys are not yet
 * @throws if there is no account
 */
async function showAccount(onShown) {
  const apiKey = keyIn(field.value);
  find('.content').hidden = true;
  field.removeAttribute('aria-invalid');
  loading.textContent = 'Loading the account …';
  lastHeaders = undefined;
  account = undefined;
  try {
    client = await openClient(apiKey);
    account = await client.getAccount();
  } catch (error) {
    if (error.status === 401 || error instanceof TypeError) {
      field.setAttribute('aria-invalid', 'true');
      field.focus();
    }
    // A key over its limits, or a banned one, is told until when.
    if (error.status === 429 && lastHeaders) showLimitsAlone();
    throw error;
  } finally {
    loading.textContent = '';
  }
  keep(apiKey);
  showPlan();
  showWindows();
  showManagers();
  for (const part of ['usage', 'keys']) {
    find(`.${part}-content`).hidden = true;
    find(`#${part}`).parentElement.hidden = false;
  }
  find('.content').hidden = false;
  onShown();
  await Promise.all([showPart('usage', showUsage), showPart('keys', showKeys)]);
  showWindows();
  announce('The account is shown');
}

function showLimitsAlone() {
  find('.facts').replaceChildren();
  showWindows();
  for (const part of ['#usage', '#keys']) find(part).parentElement.hidden = true;
  find('.content').hidden = false;
}

/** A client of this host that waits for no limit, since the page says what is left of them. */
async function openClient(apiKey) {
  const address = new URL(page.dataset.client, document.baseURI).href;
  const { createClient } = await import(address).catch(() => {
    throw Object.assign(new Error('no client'), { code: 'no_response' });
  });
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

/** Remembers the key if the reader wants that, but none that manages others. */
function keep(apiKey) {
  const isManager = managesKeys(account.key);
  remember.disabled = isManager;
  if (isManager) remember.checked = false;
  find('.memory-only').hidden = !isManager;
  find('.forget').hidden = false;
  rememberKey(remember.checked ? apiKey : '');
}

/** Shows a part of the page, or why it cannot be shown. What is shown stays until then. */
async function showPart(name, show) {
  const problem = find(`.${name}-problem`);
  const content = find(`.${name}-content`);
  const section = content.closest('section');
  problem.textContent = '';
  section.ariaBusy = 'true';
  try {
    // What has no size cannot be drawn.
    await show(() => {
      content.hidden = false;
    });
  } catch (error) {
    content.hidden = true;
    problem.textContent = messageOf(error);
  } finally {
    section.ariaBusy = 'false';
  }
}

function showPlan() {
  const { name, plan, limits, key } = account;
  const facts = {
    Name: [element('bdi', name)],
    Plan: [
      `${plan}: ${count(limits.perMinute)} requests per minute, ${count(limits.perDay)} per day`,
    ],
    'This key': [element('bdi', key.name), ` (${key.hint})`],
    Scopes: [scopesText(key.scopes)],
    Ends: [key.expiresAt ? timeText(key.expiresAt) : 'never'],
  };
  find('.facts').replaceChildren(
    ...Object.entries(facts).flatMap(([term, parts]) => {
      return [element('dt', term), element('dd', ...parts)];
    }),
  );
}

/** Shows what is left of both windows, of the plan or the reserve, as the last response says it. */
function showWindows() {
  const quotas = membersOf(lastHeaders, 'RateLimit-Policy');
  const ofPlan = [account?.limits.perMinute, account?.limits.perDay];
  const isOfPlan = quotas.every(({ q }, i) => q === ofPlan[i]);
  find('.reserve').hidden = !account || isOfPlan;
  const windows = membersOf(lastHeaders, 'RateLimit').map(({ name, r, t }) => {
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
  filter.value = '';
  await showKeysOf('keys', { state: 'usable', limit: PAGE });
  reveal();
}

find('.show-ended').addEventListener('click', () =>
  showPart('ended', async (reveal) => {
    await showKeysOf('ended', { state: 'ended', limit: PAGE });
    find('.show-ended').hidden = true;
    reveal();
    find('#ended').focus();
  }).then(showWindows),
);

/** Shows a page of a list of keys, below the rows before it, and a button for the next one. */
async function showKeysOf(name, parameters, before = []) {
  const { items, next } = await client.listKeys.page(parameters);
  const keys = [...before, ...items];
  const rows = fill(`.${name}-table`, keys.map(cellsOf), 'No keys.');
  find(`.${name}-table`).classList.toggle('read-only', !isManager());
  if (name === 'keys') {
    showManagers(keys);
    showFilter(keys, rows);
  }
  const more = find(`.more-${name}`);
  more.hidden = !next;
  more.onclick = async () => {
    await attempt(more, find(`.${name}-problem`), async () => {
      const shown = await showKeysOf(name, next, keys);
      announce(`${shown.length} keys are shown`);
      find('th', shown[keys.length]).focus();
    });
    showWindows();
  };
  return rows;
}

/** Says what a key that cannot change keys lacks, and which of the listed ones can. */
function showManagers(keys = []) {
  find('.read-only-note').hidden = isManager();
  const managers = keys.filter((key) => managesKeys(key) && isWorking(key));
  const names = managers.flatMap(({ name, hint }) => [', ', element('bdi', name), ` (${hint})`]);
  const one =
    managers.length === 1 ? 'This key of yours has it: ' : 'These keys of yours have it: ';
  find('.managers').replaceChildren(...(managers.length > 0 ? [one, ...names.slice(1), '.'] : []));
}

/** Lets the reader find some of many keys. */
function showFilter(keys, rows) {
  find('.filter').hidden = keys.length <= MANY;
  filter.oninput = () => {
    const wanted = filter.value.trim().toLowerCase();
    const matching = keys.map(({ name, hint }) => `${name} ${hint}`.toLowerCase().includes(wanted));
    for (const [i, row] of rows.entries()) row.hidden = !matching[i];
    const found = matching.filter(Boolean).length;
    find('.filtered').textContent = wanted && `${found} of ${keys.length} keys`;
  };
  filter.oninput();
}

/** Whether a key can give a scope to another one. */
const isGivable = (scope) => !EXPLICIT.includes(scope);
const isManager = () => managesKeys(account.key);
const isWorking = ({ state }) => ['active', 'rotating', 'banned'].includes(state);

function cellsOf(key) {
  const { name, hint, state, scopes, createdAt, expiresAt, lastUsedAt, id } = key;
  const own = id === account.key.id ? ' (this key)' : '';
  const head = element('th', element('bdi', name), own, ' ', element('code', hint));
  // The focus goes there when the key is new.
  head.tabIndex = -1;
  head.dataset.key = id;
  const change = element('td.change');
  if (isManager() && mayRotate(key)) change.append(actionButton('Rotate', key, askToRotate));
  if (isManager() && state !== 'revoked') change.append(actionButton('Revoke', key, askToRevoke));
  return [
    head,
    element('td', state),
    element('td', scopesText(scopes)),
    element('td', timeElement(createdAt)),
    element('td', expiresAt ? timeElement(expiresAt) : 'never'),
    element('td', lastUsedAt ? timeElement(lastUsedAt) : 'never'),
    change,
  ];
}

/** Whether the service would rotate a key: the operator rotates the others. */
function mayRotate(key) {
  const given = account.key.scopes;
  return isWorking(key) && key.scopes?.every((scope) => isGivable(scope) && given.includes(scope));
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
  const others = scopes.filter((scope) => !isGivable(scope));
  find('.not-givable').textContent = `Only the operator gives ${others.join(', ')}.`;
  find('#new-name').value = '';
  const end = find('#new-end');
  end.value = '';
  end.min = dayOf(Date.now());
  end.max = expiresAt ? dayOf(expiresAt) : '';
  const otherwise = expiresAt
    ? `ends as the key of this page, ${timeText(expiresAt)}`
    : 'has no end';
  find('#end-note').textContent =
    `The key works to the end of this day. Without one, it ${otherwise}.`;
  const chosen = () => [...page.querySelectorAll('.scopes input:checked')].map((box) => box.value);
  openDialog('.create-dialog', {
    isConfirmed: async () => chosen().length > 0 || (await askForNoScopes()),
    work: () => {
      const expiry = end.value && { expiresAt: endOf(end.value, expiresAt) };
      return client.createKey({ name: find('#new-name').value, scopes: chosen(), ...expiry });
    },
    done: showNewKey,
  });
});

function scopeChoice(scope) {
  const box = Object.assign(element('input'), { type: 'checkbox', value: scope, checked: true });
  return element('label', box, ` ${scope}`);
}

const askForNoScopes = () =>
  ask({
    title: 'Create a key without scopes?',
    question: 'It sees the name and the plan of its owner, and can do nothing else.',
    yes: 'Create it without scopes',
    no: 'Choose scopes',
  });

/** When a day ends (UTC), or the key of the page, if that is earlier. */
function endOf(day, latest) {
  const end = `${day}T23:59:59.999Z`;
  return latest && latest < end ? latest : end;
}

function askToRotate({ id, name, hint }) {
  find('#overlap').value = '86400';
  openDialog('.rotate-dialog', {
    which: `${name} (${hint})`,
    work: () => client.rotateKey({ keyId: id }, { overlapSeconds: Number(find('#overlap').value) }),
    done: showNewKey,
  });
}

function askToRevoke({ id, name, hint }) {
  const withCreated = find('.with-created');
  withCreated.checked = false;
  openDialog('.revoke-dialog', {
    which: `${name} (${hint})`,
    work: () => client.revokeKey({ keyId: id, withCreated: withCreated.checked }),
    done: async () => {
      announce(`${name} is revoked`);
      await showKeysAgain();
      find('#keys').focus();
    },
  });
}

/** Shows a new key, this once, and then its row. */
async function showNewKey({ id, key, name, hint }) {
  await Promise.all([showSecret(key, `${name} (${hint})`), showKeysAgain()]);
  (find(`[data-key="${id}"]`) ?? find('#keys')).focus();
}

async function showKeysAgain() {
  await showPart('keys', showKeys);
  showWindows();
}

/** @returns the rows that are filled in */
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
  return rows.length > 0 ? filled : [];
}

function scopesText(scopes) {
  return scopes === null ? `all but ${EXPLICIT.join(', ')}` : scopes.join(', ') || 'none';
}
