import { element, prose } from './try-elements.js';

let count = 0;

/**
 * A labelled input with a hint and a place for what is wrong with its value.
 *
 * @param input an element that can be labelled
 * @param after elements that belong to the input
 */
export function createField({ name, kind, description }, input, ...after) {
  count += 1;
  const id = `try-${count}`;
  const problem = element('p', { id: `${id}-problem`, className: 'try-problem' });
  Object.assign(input, { id, autocomplete: 'off', spellcheck: false });
  input.setAttribute('aria-describedby', `${id}-hint ${id}-problem`);
  const node = element(
    'div',
    { className: 'try-field' },
    element('label', { htmlFor: id }, name),
    element('span', { className: 'try-kind' }, kind),
    element('p', { id: `${id}-hint`, className: 'try-hint' }, ...prose(description)),
    input,
    problem,
    ...after,
  );
  input.addEventListener('input', () => setProblem(''));
  return { name, node, input, setProblem };

  function setProblem(text) {
    problem.textContent = text;
    if (text) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
  }
}

/** A field for a parameter. It has a value only where one is required. */
export function parameterField({ name, in: place, required, description = '', schema, example }) {
  const isKey = place === 'header' && name.toLowerCase() === 'idempotency-key';
  const kind = [place, ...facts(schema), required ? 'required' : 'optional'].join(', ');
  const input = schema.enum ? choice(schema.enum, required) : textInput(schema);
  if (required && example !== undefined) input.value = example;
  if (!isKey) return createField({ name, kind, description }, input);
  input.value = freshKey();
  const buttons = element(
    'p',
    { className: 'try-buttons' },
    setButton('New key', () => freshKey()),
    setButton('Remove key', () => ''),
  );
  const field = createField({ name, kind, description }, input, buttons);
  // Where the reader has removed it, it stays away.
  return { ...field, renew: () => input.value && set(freshKey()) };

  function setButton(label, read) {
    const button = element('button', { type: 'button' }, label);
    button.addEventListener('click', () => set(read()));
    return button;
  }

  function set(value) {
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

function textInput({ type }) {
  return element('input', { type: 'text', inputMode: type === 'integer' ? 'numeric' : 'text' });
}

function choice(values, required) {
  const options = values.map((value) => element('option', { value }, String(value)));
  if (!required) options.unshift(element('option', { value: '' }, '(not sent)'));
  return element('select', {}, ...options);
}

/** What a schema says, in few words. */
function facts({ type, format, enum: values, minimum, maximum, default: implied }) {
  const isRange = minimum !== undefined && maximum !== undefined;
  return [
    values ? undefined : (format ?? type),
    type === 'array' ? 'separated by commas' : undefined,
    isRange ? `${minimum} to ${maximum}` : undefined,
    implied === undefined ? undefined : `default ${implied}`,
  ].filter(Boolean);
}

/** A random UUID, also where the page is served without TLS. */
function freshKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
