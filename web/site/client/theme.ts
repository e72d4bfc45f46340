// The colours that the reader chose, before anything is drawn; else those of the system.
const chosen = ((): string | null => {
  try {
    return localStorage.getItem('theme');
  } catch {
    return null; // a browser may refuse to remember anything
  }
})();
if (chosen) document.documentElement.dataset['theme'] = chosen;
