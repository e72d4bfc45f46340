// Pages of the repository, written in Markdown.

import { Marked, type Tokens } from 'marked';

import { highlight } from './code.ts';
import { anchor, escape } from './html.ts';

export interface Rendered {
  title: string;
  html: string;
  /** The first sentence, for the search. */
  about: string;
  /** Headings of the second level, for the search. */
  headings: { title: string; id: string }[];
}

const plain = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** `link` says where a link or picture of the page leads in the site. */
export function render(text: string, link: (target: string) => string): Rendered {
  const used = new Map<string, number>();
  const headings: { title: string; id: string }[] = [];
  let title = '';
  let about = '';

  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const inner = this.parser.parseInline(tokens);
        const words = plain(inner);
        const name = anchor(words);
        const count = used.get(name) ?? 0;
        used.set(name, count + 1);
        const id = count > 0 ? `${name}-${count}` : name;
        if (depth === 1 && !title) title = words;
        if (depth === 2) headings.push({ title: words, id });
        return `<h${depth} id="${escape(id)}">${inner}</h${depth}>\n`;
      },
      paragraph({ tokens }: Tokens.Paragraph): string {
        const inner = this.parser.parseInline(tokens);
        if (!about) about = /^[^]*?[.:](?=\s|$)/.exec(plain(inner))?.[0] ?? plain(inner);
        return `<p>${inner}</p>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        return `<a href="${escape(link(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text: alt }: Tokens.Image): string {
        return `<img src="${escape(link(href))}" alt="${escape(alt)}" loading="lazy">`;
      },
      code({ text: code, lang }: Tokens.Code): string {
        return `<pre><code>${highlight(code, lang ?? '')}</code></pre>\n`;
      },
      // The pages have no HTML of their own; what looks like it is text.
      html({ text: raw }: Tokens.HTML | Tokens.Tag): string {
        return escape(raw);
      },
    },
  });
  const html = marked
    .parse(text, { async: false })
    .replaceAll('<table>', '<div class="scroll"><table>')
    .replaceAll('</table>', '</table></div>');
  return { title, html, about: about.replace(/\s+/g, ' ').slice(0, 160), headings };
}
