// Runs before anything is painted, so that nothing changes its look later.

const { classList, style } = document.documentElement;

classList.add('js');
try {
  style.colorScheme = localStorage.getItem('theme') ?? '';
} catch {
  // The browser keeps nothing.
}
