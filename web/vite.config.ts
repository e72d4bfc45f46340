import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

/** Only the script and the styles of the page itself may run or load, each known by its hash. */
function contentSecurityPolicy(): Plugin {
  const hashes = (html: string, tag: string): string =>
    [...html.matchAll(new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))]
      .map((match) => `'sha256-${createHash('sha256').update(match[1]).digest('base64')}'`)
      .join(' ');
  return {
    name: 'content-security-policy',
    // When everything has been put into the file.
    writeBundle({ dir }) {
      const file = join(dir ?? '', 'index.html');
      const html = readFileSync(file, 'utf8');
      const policy = [
        "default-src 'none'",
        `script-src ${hashes(html, 'script')}`,
        `style-src ${hashes(html, 'style')}`,
        'img-src data: blob:',
        "base-uri 'none'",
        "form-action 'none'",
      ].join('; ');
      const charset = /<meta charset[^>]*>/;
      const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
      writeFileSync(file, html.replace(charset, (found) => `${found}\n    ${meta}`));
    },
  };
}

/** All icons as data, by class: the program leaves those in a report that it needs. */
function icons(): Plugin {
  const folder = join(import.meta.dirname, '../icons');
  return {
    name: 'icons',
    writeBundle({ dir }) {
      const files = readdirSync(folder).filter((name) => name.endsWith('.svg')).sort();
      const all = Object.fromEntries(files.map((name) => [basename(name, '.svg'), readFileSync(join(folder, name), 'utf8')]));
      const data = JSON.stringify(all).replaceAll('<', '\\u003c');
      const file = join(dir ?? '', 'index.html');
      const place = '<template id="data">';
      writeFileSync(file, readFileSync(file, 'utf8').replace(place, () => `<script type="application/json" id="icons">${data}</script>\n    ${place}`));
    },
  };
}

export default defineConfig({
  plugins: [viteSingleFile({ removeViteModuleLoader: true }), contentSecurityPolicy(), icons()],
  build: { target: 'es2022', modulePreload: false, cssCodeSplit: false, chunkSizeWarningLimit: 3000 },
});
