import { copyText } from './clipboard.js';

/** Creates an element with properties, attributes and children. Children that are absent are left out. */
export function element(tag, properties = {}, ...children) {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in created) created[name] = value;
    else created.setAttribute(name, value);
  }
  created.append(...children.flat().filter((child) => child !== undefined));
  return created;
}

/** Markdown of one paragraph. Only its code is set apart. */
export function prose(markdown) {
  return markdown
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part : element('code', {}, part)));
}

/** A button that copies what `read` returns, and says so. */
export function copyButton(label, read) {
  const outcome = element('span', { role: 'status', className: 'try-outcome' });
  const button = element('button', { type: 'button' }, label);
  button.addEventListener('click', async () => {
    outcome.textContent = '';
    const isCopied = await copyText(read(), button);
    outcome.textContent = isCopied ? 'Copied.' : 'The browser does not allow it.';
  });
  return element('span', { className: 'try-copy' }, button, outcome);
}
