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
    const isCopied = await copy(read(), button);
    outcome.textContent = isCopied ? 'Copied.' : 'The browser does not allow it.';
  });
  return element('span', { className: 'try-copy' }, button, outcome);
}

async function copy(text, button) {
  // Browsers offer the clipboard only in a secure context.
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const area = element('textarea', { value: text });
  button.after(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  button.focus();
  return isCopied;
}
