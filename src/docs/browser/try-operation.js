import { copyButton, element, prose } from './try-elements.js';
import { createForm } from './try-form.js';
import { curlFor, curlWithKey, requestFor, send } from './try-request.js';
import { createOutcome } from './try-response.js';

/** Fills the dialog with the form of an operation, its request, and the place of the response. */
export function showOperation(content, operation, signal) {
  const form = createForm(operation);
  const outcome = createOutcome();
  const curl = element('code');
  const sendButton = element('button', { type: 'submit', className: 'try-send' }, 'Send');
  const formElement = element('form', { noValidate: true }, ...form.nodes, sendButton);
  const current = () => requestFor(operation, form.values());
  let isSending = false;

  formElement.addEventListener('input', update);
  formElement.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!isSending && form.canSend()) submit();
  });
  // Enter alone breaks the line in a body.
  formElement.addEventListener('keydown', ({ key, ctrlKey, metaKey }) => {
    if (key === 'Enter' && (ctrlKey || metaKey)) formElement.requestSubmit(sendButton);
  });
  const copy = copyButton('Copy curl', () => curlFor(current().request));
  const copyWithKey = copyButton('Copy curl with the key', () => curlWithKey(current().request));
  const exchange = element(
    'div',
    { className: 'try-exchange' },
    element('h3', {}, 'Request with curl'),
    element('pre', {}, curl),
    element('p', { className: 'try-buttons' }, copy, copyWithKey),
    ...outcome.nodes,
  );
  content.replaceChildren(
    ...facts(operation),
    element('div', { className: 'try-panes' }, formElement, exchange),
  );
  update();
  form.focus();

  function update() {
    const { request } = current();
    curl.textContent = curlFor(request);
    copyWithKey.hidden = !request.key;
    sendButton.disabled = !form.canSend();
  }

  async function submit() {
    const { request, problems } = current();
    form.showProblems(problems);
    if (problems.size > 0) {
      outcome.say('Nothing was sent.', ...problems.values());
      formElement.querySelector('[aria-invalid]').focus();
      return;
    }
    isSending = true;
    outcome.say('Sending …');
    try {
      const { error, ...received } = await send(request, signal);
      outcome.show({ request, error, ...received });
      form.showError(received.response.status, error);
      if (received.response.ok) form.renewKeys();
    } catch ({ message }) {
      outcome.say('There is no response: the connection failed.', `The browser says: ${message}`);
    }
    isSending = false;
    outcome.reveal();
  }
}

/** What a reader should know before sending: method, path, deprecation, stability. */
function facts(operation) {
  const { method, path, deprecated } = operation;
  const { 'x-sunset': sunset, 'x-successor': successor, 'x-stability': stability } = operation;
  const notes = [
    deprecated && 'This operation is deprecated.',
    sunset && `It will be removed on ${formatDay(sunset)}.`,
    deprecated && successor && `Use ${successor} instead.`,
    stability &&
      stability !== 'stable' &&
      `This operation is ${stability}: it may change or be removed.`,
  ].filter(Boolean);
  const target = element(
    'p',
    { className: 'try-target' },
    element('code', {}, `${method} ${path}`),
  );
  if (notes.length === 0) return [target];
  return [target, element('p', { className: 'try-note' }, ...prose(notes.join(' ')))];
}

/** Formats a day of the contract: 2030-12-05 becomes 5 December 2030. */
function formatDay(day) {
  const style = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' };
  return new Date(day).toLocaleDateString('en-GB', style);
}
