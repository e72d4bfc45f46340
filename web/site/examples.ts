// The gallery and the page of performance, from what `multibond gallery` wrote.

import { anchor, escape, type Page } from './html.ts';
import type { Entry } from './program.ts';

export interface Example {
  name: string;
  topic: string;
  description: string;
  story: string;
  message: string;
  states?: number;
  steps?: number;
  seconds_compile?: number;
  seconds_run?: number;
  picture?: string;
  report?: string;
  source?: string;
}

export interface Gallery {
  topics: string[];
  models: Example[];
}

/** The examples as the catalog knows them, where nothing was run. */
export function galleryOf(entries: Entry[]): Gallery {
  const models = entries
    .filter((entry) => entry.is_model)
    .map((entry) => ({
      name: entry.path,
      topic: entry.topic ?? '',
      description: entry.description,
      story: entry.story ?? '',
      message: '',
    }));
  return { topics: [...new Set(models.map((model) => model.topic))].sort(), models };
}

function card(example: Example): string {
  const image = example.picture ? `<img src="${escape(example.picture)}" alt="" loading="lazy">` : '';
  const picture = image && example.report ? `<a href="${escape(example.report)}">${image}</a>` : image;
  const links = [
    example.report ? `<a href="${escape(example.report)}">Report</a>` : '',
    example.source ? `<a href="${escape(example.source)}">Source</a>` : '',
  ].join('');
  return `<article class="card" id="${escape(example.name)}">${picture ? `<div class="thumb">${picture}</div>` : ''}
<h3>${escape(example.name)}</h3><p class="lead">${escape(example.description)}</p><p>${escape(example.story)}</p>${
    example.message ? `<p class="failed">${escape(example.message)}</p>` : ''
  }${links ? `<p class="links">${links}</p>` : ''}</article>`;
}

export function galleryPage(gallery: Gallery): Page {
  const topics = gallery.topics.filter((topic) => gallery.models.some((model) => model.topic === topic));
  const contents = topics
    .map((topic) => `<a href="#${escape(anchor(topic))}">${escape(topic)}</a>`)
    .join('');
  const sections = topics
    .map((topic) => {
      const cards = gallery.models.filter((model) => model.topic === topic).map(card);
      return `<section><h2 id="${escape(anchor(topic))}">${escape(topic)}</h2><div class="cards">${cards.join('')}</div></section>`;
    })
    .join('');
  return {
    file: 'gallery/index.html',
    title: 'Gallery',
    section: 'Gallery',
    wide: true,
    about: `${gallery.models.length} examples.`,
    body: `<h1>Gallery</h1><p class="lead">${gallery.models.length} examples. A report shows a run moving, with plots; it is one file that works without a network.</p><nav class="topics" aria-label="Topics">${contents}</nav>${sections}`,
  };
}

const milliseconds = (seconds: number | undefined): string =>
  seconds === undefined ? '' : String(Number((seconds * 1000).toPrecision(3)));

export function performancePage(gallery: Gallery, thesis: string): Page {
  const rows = gallery.models
    .filter((model) => model.seconds_run !== undefined)
    .map(
      (model) =>
        `<tr><td><a href="gallery/index.html#${escape(encodeURIComponent(model.name))}">${escape(model.name)}</a></td><td>${model.states ?? ''}</td><td>${milliseconds(model.seconds_compile)}</td><td>${model.steps ?? ''}</td><td>${milliseconds(model.seconds_run)}</td></tr>`,
    )
    .join('');
  const times = rows
    ? `<h2 id="examples">Examples</h2><p>Each example as its experiment has it, on the machine that made this site: compiling to machine code and running, in milliseconds. Pictures are recorded in all of these runs.</p><div class="scroll"><table class="numbers"><thead><tr><th>Example</th><th>States</th><th>Compile, ms</th><th>Steps</th><th>Run, ms</th></tr></thead><tbody>${rows}</tbody></table></div>`
    : '';
  return {
    file: 'performance.html',
    title: 'Performance',
    section: 'Performance',
    about: 'Times of the examples, and figures of the literature compared.',
    body: `<h1>Performance</h1><p class="lead">How long compiling and running takes, and how the equations compare with those of other programs. The <a href="reference-comparison.html">comparison with the Modelica Standard Library</a> says how exact the results are.</p>${times}<h2 id="thesis">Figures of the literature</h2><p>The models of D. Zimmer's thesis (ETH Zurich, 2006) with his figures and ours, as <code>multibond bench thesis</code> prints them.</p><pre><code>${escape(thesis)}</code></pre>`,
  };
}
