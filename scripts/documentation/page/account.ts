// The page on which customers see and manage what is theirs. The script
// src/platform/account/browser/account.js fills it.

import { CONTACT, SITE } from '../../../src/platform/docs/placeholders.ts';
import { codeSamplesOf } from '../code-samples.ts';
import { codeBlock, copyButton } from './code.ts';
import { documentHtml, group } from './document.ts';
import { contentsLink, type Html, html } from './html.ts';
import type { Site, Tag } from './site.ts';

const contact: Html = { html: CONTACT };

/** @returns an empty text for a contract without these operations */
export function accountPage(site: Site): string {
  const { account, asset, info, explicitScopes } = site;
  if (!account) return '';
  return documentHtml(site, {
    title: `Your account – ${info.title}`,
    documentation: `${SITE}docs`,
    head: html`<link rel="stylesheet" href="${asset('account.css')}">
<script type="module" src="${asset('account.js')}"></script>
`,
    contents: group('Your account', [
      contentsLink('plan', 'Plan and limits'),
      contentsLink('usage', 'Usage'),
      contentsLink('keys', 'API keys'),
    ]),
    main: html`<section class="account" data-client="${SITE}client.js" data-explicit-scopes="${explicitScopes.join(' ')}">
<h1>Your account</h1>
<p class="lead">See your plan, your limits and your usage, and manage your API keys.</p>
${withoutScript(account)}
${keyForm()}
<p class="problem" id="problem" role="alert"></p>
<p class="loading" role="status"></p>
<div class="content" hidden>
${planSection()}
${usageSection()}
${keysSection()}
</div>
${dialogs()}
</section>`,
  });
}

/** The calls that the page makes. */
function withoutScript({ operations }: Tag): Html {
  const calls = operations.map((operation) => {
    const sample = codeSamplesOf(operation).find(({ label }) => label === 'curl');
    return html`<h2>${operation.summary}</h2>${sample && codeBlock(sample.source, sample.lang)}`;
  });
  return html`<noscript><p>This page needs JavaScript. These commands do the same:</p>
${calls}</noscript>`;
}

/** Hidden until the script is there: nothing sends the form. */
function keyForm(): Html {
  return html`<form class="key-form" hidden>
<p>With an API key, this page shows your plan and what is left of its limits, your requests of the last
30 days, and all your API keys. A key with the scope <code>account:write</code> also creates, rotates
and revokes keys here.</p>
<p>For your first key, or for that scope, ask: ${contact}.</p>
<div class="field"><label for="api-key">API key</label>
<input type="password" id="api-key" required autocomplete="off" spellcheck="false"
aria-describedby="problem"></div>
<p><label><input type="checkbox" class="remember"> Remember the key until this tab is closed</label>
<span class="note memory-only" hidden>This key can create keys, so it is not remembered.</span></p>
<p class="buttons"><button type="submit" class="primary">Show the account</button>
<button type="button" class="forget" hidden>Forget the key</button></p>
</form>`;
}

function planSection(): Html {
  return html`<section aria-labelledby="plan"><h2 id="plan" tabindex="-1">Plan and limits</h2>
<dl class="facts"></dl>
<p class="note reserve" hidden>A limit of your plan is used up. This is left to see your account, and
to list, rotate and revoke keys:</p>
<div class="windows"></div>
<p class="note">For a higher plan, ask: ${contact}.</p></section>`;
}

function usageSection(): Html {
  return html`<section aria-labelledby="usage"><h2 id="usage">Usage</h2>
<p class="note">All your keys together in the last 30 days (UTC). The requests of the last second
may be missing.</p>
<p class="problem usage-problem" role="alert"></p>
<p class="waiting">Loading …</p>
<div class="usage-content">
<div class="plot" role="img" aria-label="Requests of each day, which the table below lists"></div>
<ul class="plain legend" aria-label="Colours of the plot"></ul>
<div class="scroll" role="region" aria-label="Usage by day and operation" tabindex="0">
${table('usage-table', ['Day (UTC)', 'Operation', 'Requests', '4xx', '5xx'])}</div></div></section>`;
}

function keysSection(): Html {
  return html`<section aria-labelledby="keys"><h2 id="keys" tabindex="-1">API keys</h2>
<p class="problem keys-problem" role="alert"></p>
<p class="waiting">Loading …</p>
<div class="callout read-only-note" role="note" hidden>
<p>This key cannot create, rotate or revoke keys. That takes a key with the scope
<code>account:write</code>, which only the operator gives. <span class="managers"></span></p>
<p>To get one, ask: ${contact}. An operator creates one with
<code class="long">npm run keys -- create --customer ID --key-name Manager --manager</code></p></div>
<div class="keys-content">
<p><button type="button" class="primary create" hidden>Create a key</button></p>
<div class="field filter" hidden><label for="filter">Filter by name</label>
<span class="type filtered" role="status"></span>
<input type="search" id="filter" autocomplete="off" spellcheck="false"></div>
${keysTable('keys', 'Your API keys')}
<p><button type="button" class="show-ended">Show keys that no longer work</button></p>
<p class="problem ended-problem" role="alert"></p>
<div class="ended-content" hidden><h3 id="ended" tabindex="-1">Keys that no longer work</h3>
${keysTable('ended', 'Your API keys that no longer work')}</div></div></section>`;
}

function keysTable(name: string, label: string): Html {
  const titles = ['Name', 'State', 'Scopes', 'Created', 'Ends', 'Last used', 'Change'];
  return html`${table(`${name}-table keys-list`, titles, label)}
<p><button type="button" class="more-${name}" hidden>More keys</button></p>`;
}

function table(name: string, titles: readonly string[], label?: string): Html {
  const heads = titles.map((title) => html`<th scope="col">${title}</th>`);
  return html`<table class="${name}"${label && html` aria-label="${label}"`}>
<thead><tr>${heads}</tr></thead><tbody></tbody></table>`;
}

function dialogs(): Html {
  const overlap = [
    ['0', 'at once'],
    ['3600', 'in an hour'],
    ['86400', 'in a day'],
    ['604800', 'in 7 days'],
  ].map(([value, text]) => html`<option value="${value}">${text}</option>`);
  return html`${dialog(
    'create',
    'Create a key',
    html`<div class="field"><label for="new-name">Name</label>
<input id="new-name" required maxlength="100" autocomplete="off" autofocus></div>
<fieldset><legend>Scopes</legend><div class="scopes"></div>
<p class="note not-givable"></p></fieldset>
<div class="field"><label for="new-end">Ends on (UTC)</label> <span class="type">optional</span>
<input type="date" id="new-end" aria-describedby="end-note">
<p class="note" id="end-note"></p></div>`,
    'Create',
  )}
${dialog(
  'rotate',
  'Rotate a key',
  html`<p>A new key replaces <bdi class="which"></bdi>. It has the same scopes and the same end.</p>
<div class="field"><label for="overlap">The old key ends</label>
<select id="overlap">${overlap}</select></div>`,
  'Rotate',
)}
${dialog(
  'revoke',
  'Revoke a key',
  html`<p>Revoke <bdi class="which"></bdi> for good? Programs that use it get 401 within a second.</p>
<p><label><input type="checkbox" class="with-created"> Also revoke the keys that it has created</label>
</p>`,
  'Revoke',
)}
<dialog class="dialog shown-dialog" aria-labelledby="shown-title" closedby="none"><form>
<div class="dialog-top"><h2 id="shown-title">Your new key</h2></div>
<p>Store it now: it is not shown again.</p>
<div class="code"><div class="code-bar"><span><bdi class="which"></bdi></span>${copyButton()}</div>
<pre><code class="secret"></code></pre></div>
<p class="buttons"><button type="submit" class="primary">I have stored it: close</button></p>
</form></dialog>
<dialog class="dialog question-dialog" aria-labelledby="question-title"><form method="dialog">
<div class="dialog-top"><h2 id="question-title"></h2>
<button type="button" class="close no"></button></div>
<p class="question"></p>
<p class="buttons"><button type="submit" value="yes" class="primary yes"></button></p>
</form></dialog>`;
}

function dialog(name: string, title: string, fields: Html, submit: string): Html {
  return html`<dialog class="dialog ${name}-dialog" aria-labelledby="${name}-title">
<form>
<div class="dialog-top"><h2 id="${name}-title">${title}</h2>
<button type="button" class="close">Cancel</button></div>
${fields}
<p class="problem" role="alert"></p>
<p class="buttons"><button type="submit" class="primary">${submit}</button></p>
</form></dialog>`;
}
