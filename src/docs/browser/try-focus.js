const FOCUSABLE = 'a[href], button, input, select, textarea, summary';

/** Lets Tab go round in a modal dialog, from which browsers would lead to their own controls. */
export function keepFocusIn(dialog) {
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Tab') return;
    const stops = [...dialog.querySelectorAll(FOCUSABLE)].filter(
      (node) => !node.disabled && node.checkVisibility(),
    );
    const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
    if (document.activeElement !== from && dialog.contains(document.activeElement)) return;
    event.preventDefault();
    to.focus();
  });
}
