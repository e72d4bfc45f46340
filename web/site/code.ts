// Source text as HTML, lightly highlighted.

import { escape } from './html.ts';

const keywords = new Set(
  (
    'auto bool break case class const constexpr continue double else enum explicit false final for if inline int ' +
    'namespace new nullptr override private protected public return static struct switch template this throw true ' +
    'try catch typename using virtual void while unsigned'
  ).split(' '),
);

/** Comments, strings, numbers and words of C++ and its like. */
const tokens = /(\/\/[^\n]*|\/\*[^]*?\*\/)|("(?:\\.|[^"\\\n])*")|\b(\d[\w.']*)|\b([a-z_]\w*)\b|[^]/g;

export function highlight(code: string, language: string): string {
  if (!['cpp', 'c', 'h', 'cc', 'c++'].includes(language)) return escape(code);
  let html = '';
  for (const [token, comment, text, number, word] of code.matchAll(tokens)) {
    const kind = comment ? 'c' : text ? 's' : number ? 'n' : word && keywords.has(word) ? 'k' : '';
    html += kind ? `<span class="${kind}">${escape(token)}</span>` : escape(token);
  }
  return html;
}
