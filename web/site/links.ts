// Checks that every link of a site leads somewhere, and that no page loads anything from elsewhere.

import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const references = /<[a-z]+\b[^>]*?\s(href|src)="([^"]*)"/g;

const unescape = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

function htmlFiles(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = join(below, entry.name);
    if (entry.isDirectory()) return htmlFiles(folder, path);
    return path.endsWith('.html') ? [path] : [];
  });
}

/** What is wrong, a sentence for each; `skipped` files are led to, but not read. */
export function brokenLinks(folder: string, skipped: (file: string) => boolean): string[] {
  const faults: string[] = [];
  const ids = new Map<string, Set<string>>();
  const pages = new Map<string, string>();
  for (const file of htmlFiles(folder)) {
    if (skipped(file)) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    pages.set(file, text);
    ids.set(file, new Set([...text.matchAll(/\sid="([^"]*)"/g)].map((match) => unescape(match[1]))));
  }
  for (const [file, text] of pages) {
    for (const [tag, kind, raw] of text.matchAll(references)) {
      const target = unescape(raw);
      if (/^(https?:|mailto:)/.test(target)) {
        if (kind === 'src' || tag.startsWith('<link')) faults.push(`${file}: loads ${target} from elsewhere.`);
        continue;
      }
      if (/^(data:|javascript:|\/)/.test(target)) {
        faults.push(`${file}: ${target.slice(0, 60)} is no link within the site.`);
        continue;
      }
      const hash = target.indexOf('#');
      const path = decodeURI(hash < 0 ? target : target.slice(0, hash));
      const id = hash < 0 ? '' : decodeURIComponent(target.slice(hash + 1));
      const place = path === '' ? file : normalize(join(dirname(file), path));
      const full = join(folder, place);
      if (place.startsWith('..') || !existsSync(full) || !statSync(full).isFile()) {
        faults.push(`${file}: ${target} leads nowhere.`);
      } else if (id && ids.has(place) && !ids.get(place)?.has(id)) {
        faults.push(`${file}: ${place} has no part ${id}.`);
      }
    }
  }
  return faults;
}
