// Elements of a page.

/**
 * Makes an element.
 *
 * @param {string} name the tag, and after it the classes, as in `td.amount`
 * @param {(string | Node)[]} content
 */
export function element(name, ...content) {
  const [tag, ...classes] = name.split('.');
  const created = document.createElement(tag);
  created.classList.add(...classes);
  created.append(...content);
  return created;
}
