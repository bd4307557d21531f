import { element } from './try-elements.js';
import { createField, parameterField } from './try-field.js';
import { keepKey, readKey } from './try-key.js';

/**
 * The form for the request of one operation.
 *
 * @returns its elements, its values as `requestFor` takes them, and how to show what is wrong with them
 */
export function createForm(operation) {
  const server = serverField(operation.servers);
  const key = operation.needsKey ? keyField() : undefined;
  const parameters = operation.parameters.map(parameterField);
  const body = operation.body && bodyField(operation.body);
  const fields = [key, ...parameters, body].filter(Boolean);
  const all = operation.servers.length > 1 ? [server, ...fields] : fields;
  return {
    nodes: all.map(({ node }) => node),
    values: () => ({
      server: server.input.value,
      key: key?.input.value.trim(),
      parameters: parameters.map(({ input }) => input.value),
      body: body?.input.value,
    }),
    /** Whether the browser may send a request to the address that is chosen. */
    canSend: () => operation.servers.find(({ url }) => url === server.input.value).isOwn,
    /** Shows problems by the name of their field, and leads to the first. */
    showProblems,
    /** Shows the service's Error at the field that it is about. */
    showError(status, error) {
      const name = fieldIn(status, error);
      showProblems(name ? [[name, error.message]] : []);
    },
    /** Takes another Idempotency-Key, since the one that was sent is used. */
    renewKeys() {
      for (const { renew } of parameters) renew?.();
    },
    /** Where a reader begins. */
    focus() {
      const first = fields.find(({ input }) => input.value === '') ?? fields[0];
      first?.input.focus();
    },
  };

  function showProblems(problems) {
    for (const { setProblem } of fields) setProblem('');
    for (const [name, text] of problems) fieldNamed(name)?.setProblem(text);
  }

  function fieldIn(status, error) {
    if (!error?.message || status === 429 || status >= 500) return;
    if (body && /body|json/.test(error.code)) return body.name;
    const words = error.message.toLowerCase();
    return fields.find(({ name }) => words.includes(name.toLowerCase()))?.name;
  }

  function fieldNamed(name) {
    return fields.find((field) => field.name.toLowerCase() === name.toLowerCase());
  }
}

function serverField(servers) {
  const options = servers.map(({ url, isOwn }) =>
    element('option', { value: url }, isOwn ? url : `${url} (curl only)`),
  );
  const description = 'The browser can send requests only to the address that this page is from.';
  return createField(
    { name: 'Base address', kind: '', description },
    element('select', {}, ...options),
  );
}

function keyField() {
  const { key, isRemembered } = readKey();
  const input = element('input', { type: 'password', value: key });
  const box = element('input', { type: 'checkbox', checked: isRemembered });
  const field = createField(
    {
      name: 'API key',
      kind: 'required',
      description: 'Sent as `Authorization: Bearer`, and forgotten when you leave this page.',
    },
    input,
    element('label', { className: 'try-check' }, box, 'Remember the key until this tab is closed'),
  );
  for (const changed of [input, box]) {
    changed.addEventListener('input', () => keepKey(input.value.trim(), box.checked));
  }
  return field;
}

function bodyField({ mediaType, description, required, text }) {
  const input = element('textarea', {
    value: text,
    rows: Math.max(4, text.split('\n').length + 1),
  });
  const kind = `${mediaType}, ${required ? 'required' : 'optional'}`;
  return createField({ name: 'Body', kind, description }, input);
}
