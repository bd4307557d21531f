// The form that sends requests to an operation.

import type { Operation, RequestBody } from '../../contract/index.ts';
import { copyButton } from './code.ts';
import { code, type Html, html, methodLabel } from './html.ts';
import type { Parameter } from './parameters.ts';

/**
 * The form of an operation's requests. The script src/platform/docs/browser/try.js sends them, and
 * shows the responses.
 */
export function tryDialog(operation: Operation, parameters: readonly Parameter[]): Html {
  const { operationId, summary, method, route, requestBody } = operation;
  const id = `try/${operationId}`;
  const isRead = method === 'get';
  const isOfExisting = parameters.some((one) => one.in === 'path');
  const request = html`data-method="${method.toUpperCase()}" data-path="${route}"`;
  return html`<dialog class="dialog try-dialog" id="${id}" aria-labelledby="${id}/title"
${request}>
<form>
<div class="dialog-top">
<h3 id="${id}/title">Try it: ${summary}</h3><button type="button" class="close">Close</button>
</div>
<p class="endpoint">${methodLabel(method)} ${code(route)}</p>
${keyField(`${id}/key`)}
${parameters.map((one) => parameterField(`${id}/${one.in}/${one.name}`, one, isRead))}
${requestBody && bodyField(`${id}/body`, requestBody)}
<p class="send"><button type="submit" class="primary">Send</button></p>
</form>
<div class="exchange">
<p class="result" role="status">
<strong class="outcome"></strong> <span class="type spent"></span></p>
<div class="code received" hidden><div class="code-bar"><span>Response</span>
<button type="button" class="next" hidden>Next page</button>${copyButton()}</div>
<pre><code class="body"></code></pre><pre class="headers"></pre></div>
<div class="code"><div class="code-bar"><span>curl</span>${copyButton()}</div>
<pre><code class="curl"></code></pre></div>
</div>
</dialog>
${!isRead && isOfExisting && questionDialog(id, operation)}`;
}

/** Asks before a request is sent that changes or removes what is there, and names that. */
function questionDialog(id: string, { summary, method }: Operation): Html {
  const title = `${id}/question/title`;
  const warning = method === 'delete' ? 'This cannot be undone.' : 'This changes what is there.';
  return html`<dialog class="dialog question-dialog" id="${id}/question" aria-labelledby="${title}">
<form method="dialog">
<div class="dialog-top">
<h3 id="${title}">${summary}?</h3><button type="button" class="close">Cancel</button>
</div>
<p><b class="target"></b>. ${warning}</p>
<p>The request is <code class="request"></code>.</p>
<p class="buttons"><button type="submit" value="send" class="primary">${summary}</button></p>
</form>
</dialog>`;
}

function keyField(id: string): Html {
  const input = html`<input type="password" data-in="key" required autofocus ${attributesOf(id)}>`;
  return html`${field(id, 'API key', 'required', input)}
<p><label><input type="checkbox" class="remember"> Remember the key until this tab is closed</label>
<span class="note memory-only" role="status"></span></p>`;
}

/**
 * A field for a parameter. It contains the example if the parameter is required, but not where the
 * request changes something: the example may be the id of what a reader has.
 */
function parameterField(id: string, parameter: Parameter, isRead: boolean): Html {
  const { name, in: place, required, isList, type, allowed, example, byDefault } = parameter;
  const value = required && isRead ? String(example ?? '') : '';
  // A value that could be sent, shown while the field is empty.
  const hint = String(byDefault ?? example ?? '');
  const attributes = html`name="${name}" data-in="${place}"
${required && ' required'}${isList && ' data-list'} ${attributesOf(id)}`;
  const options = allowed.map(String).map(optionOf);
  const input = html`<input value="${value}" placeholder="${hint}" ${attributes}>`;
  const select = html`<select ${attributes}>${!required && optionOf('')}${options}</select>`;
  const control = options.length > 0 ? select : input;
  return field(id, name, `${place}, ${type}, ${optionality(required)}`, control);
}

function optionOf(value: string): Html {
  return html`<option>${value}</option>`;
}

function bodyField(id: string, { isRequired: required, body }: RequestBody): Html {
  const { mediaType = '', examples: all = [] } = body ?? {};
  const examples = all.map(({ summary = '', value }) => {
    return { summary, text: JSON.stringify(value, null, 2) };
  });
  const text = examples[0]?.text ?? '';
  const options = examples.map((one) => html`<option value="${one.text}">${one.summary}</option>`);
  const choice = html`<select class="body-example" aria-label="Example">${options}</select>`;
  const rows = String(Math.max(4, text.split('\n').length + 1));
  const control = html`${options.length > 1 && choice}
<textarea rows="${rows}" data-in="body" data-type="${mediaType}"
${required && ' required'} ${attributesOf(id)}>${text}</textarea>`;
  return field(id, 'Body', `${mediaType}, ${optionality(required)}`, control);
}

/** A labelled control, and the place for a message about its value. */
function field(id: string, label: string, about: string, control: Html): Html {
  return html`<div class="field"><label for="${id}">${label}</label>
<span class="type">${about}</span>
${control}<p class="problem" id="${id}/problem"></p></div>
`;
}

function attributesOf(id: string): Html {
  return html`id="${id}" aria-describedby="${id}/problem" autocomplete="off" spellcheck="false"`;
}

function optionality(required: boolean): string {
  return required ? 'required' : 'optional';
}
