import { examplesOf, type FoundOperation, type OperationObject } from '../../contract/index.ts';
import { copyButton } from './code.ts';
import { type Html, html, methodLabel } from './html.ts';
import type { Parameter } from './parameters.ts';

/*
 * The form that sends requests of an operation. src/docs/browser/try.js does that, and shows the response.
 */

export function tryDialog(
  { operation, method, path }: FoundOperation,
  parameters: readonly Parameter[],
): Html {
  const { operationId, summary, requestBody } = operation;
  const id = `try/${operationId}`;
  const request = html`data-method="${method.toUpperCase()}" data-path="${path}"`;
  return html`<dialog class="dialog try-dialog" id="${id}" aria-labelledby="${id}/title" ${request}>
<form>
<div class="dialog-top">
<h3 id="${id}/title">Try it: ${summary}</h3><button type="button" class="close">Close</button>
</div>
<p class="endpoint">${methodLabel(method)} <code>${path}</code></p>
${keyField(`${id}/key`)}
${parameters.map((one) => parameterField(`${id}/${one.in}/${one.name}`, one))}
${requestBody && bodyField(`${id}/body`, requestBody)}
<button type="submit" class="primary">Send</button>
</form>
<div class="exchange" hidden>
<h4>Request</h4>
<div class="code"><div class="code-bar"><span>curl</span>${copyButton()}</div>
<pre><code class="curl"></code></pre></div>
<h4>Response</h4>
<p role="status"><strong class="outcome"></strong></p>
<pre class="body"></pre>
<pre class="headers"></pre>
</div>
</dialog>`;
}

function keyField(id: string): Html {
  const input = html`<input type="password" data-in="key" required autofocus ${attributes(id)}>`;
  return html`${field(id, 'API key', 'required', input)}
<label><input type="checkbox" class="remember"> Remember the key until this tab is closed</label>`;
}

/** It has a value where one is required. */
function parameterField(id: string, parameter: Parameter): Html {
  const { name, in: place, required, type, allowed } = parameter;
  const example = required ? parameter.example : undefined;
  const all = html`name="${name}" data-in="${place}" ${attributes(id)}
${required && ' required'}${type.startsWith('array') && ' data-list'}`;
  const options = allowed.map(
    (value) => html`<option${value === example && ' selected'}>${String(value)}</option>`,
  );
  // A segment of dots would lead to another path.
  const pattern = place === 'path' && html`pattern="(?!\\.\\.?$).*" title="It must not be . or .."`;
  const control =
    options.length > 0
      ? html`<select ${all}>${!required && html`<option></option>`}${options}</select>`
      : html`<input value="${String(example ?? '')}" ${all} ${pattern}>`;
  return field(id, name, [place, type, presence(required)].join(', '), control);
}

function bodyField(
  id: string,
  { required = false, content }: NonNullable<OperationObject['requestBody']>,
): Html {
  const [[mediaType = '', media = {}] = []] = Object.entries(content);
  const [example] = examplesOf(media);
  const text = example === undefined ? '' : JSON.stringify(example.value, null, 2);
  const rows = String(Math.max(4, text.split('\n').length + 1));
  const all = html`data-in="body" data-type="${mediaType}"${required && ' required'} ${attributes(id)}`;
  const control = html`<textarea rows="${rows}" ${all}>${text}</textarea>`;
  return field(id, 'Body', [mediaType, presence(required)].join(', '), control);
}

/** A labelled control, and the place for what is wrong with its value. */
function field(id: string, label: string, type: string, control: Html): Html {
  return html`<div class="field"><label for="${id}">${label}</label> <span class="type">${type}</span>
${control}<p class="problem" id="${id}/problem"></p></div>
`;
}

function attributes(id: string): Html {
  return html`id="${id}" aria-describedby="${id}/problem" autocomplete="off" spellcheck="false"`;
}

function presence(required: boolean): string {
  return required ? 'required' : 'optional';
}
