/** The documentation as a site: links are checked, text stays text. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { highlight } from '../../site/code';
import { anchor, relative } from '../../site/html';
import { brokenLinks } from '../../site/links';
import { render } from '../../site/markdown';
import type { Component } from '../../site/program';
import { referencePages } from '../../site/reference';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function siteOf(pages: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'site-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(pages)) writeFileSync(join(folder, name), text);
  return folder;
}

test('links that hold are no faults', () => {
  const folder = siteOf({
    'a.html': '<a href="b.html#part">b</a> <a href="#top" id="top">up</a> <a href="https://example.org">out</a>',
    'b.html': '<h2 id="part">part</h2><a href="a.html">a</a>',
  });
  expect(brokenLinks(folder, () => false)).toEqual([]);
});

test('what leads nowhere is named, with its page', () => {
  const folder = siteOf({
    'a.html': '<a href="none.html">x</a><a href="b.html#none">y</a><img src="https://example.org/x.png">',
    'b.html': '',
  });
  const faults = brokenLinks(folder, () => false);
  expect(faults).toHaveLength(3);
  expect(faults[0]).toContain('a.html: none.html leads nowhere');
  expect(faults[1]).toContain('b.html has no part none');
  expect(faults[2]).toContain('from elsewhere');
});

test('headings can be linked to as on GitHub', () => {
  expect(anchor('Stepping, inputs and outputs')).toBe('stepping-inputs-and-outputs');
  const { html, title, headings } = render('# One `two`\n\n## Again\n\n## Again\n', (target) => target);
  expect(title).toBe('One two');
  expect(html).toContain('<h2 id="again">');
  expect(html).toContain('<h2 id="again-1">');
  expect(headings.map((heading) => heading.id)).toEqual(['again', 'again-1']);
});

test('markup in a page is text', () => {
  const { html } = render('a <script>alert(1)</script> `<b>`', (target) => target);
  expect(html).not.toContain('<script>');
  expect(html).not.toContain('<b>');
  expect(highlight('a < b; // <i>', 'cpp')).toBe('a &lt; b; <span class="c">// &lt;i&gt;</span>');
});

test('ways between folders', () => {
  expect(relative('index.html', 'passes/states.html')).toBe('passes/states.html');
  expect(relative('passes/states.html', 'index.html')).toBe('../index.html');
});

test('the page of a component leads to the examples that show it', () => {
  const path = 'Planar.Parts.Body';
  const component: Component = { path, description: 'A body.', is_model: false, class: 'Body', header: '', parameters: [], inner_parameters: [], ports: [], variables: [], equations: [], parts: [] };
  const models = Array.from({ length: 14 }, (_, k) => `Model${k}`);
  const { pages } = referencePages({ components: [component], icons: new Map(), drawn: new Set(), examples: new Map([[path, models]]) });
  const body = pages.find(({ title }) => title === path)?.body ?? '';
  expect(body).toContain('<a href="../gallery/index.html#Model0">Model0</a>');
  expect(body).toContain('and 2 more');
});
