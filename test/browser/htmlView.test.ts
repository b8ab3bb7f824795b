import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildHtml } from '../../packages/sightline/src/render/html/buildHtml.ts';
import { conformHtml } from '../../packages/sightline/src/render/html/conformHtml.ts';
import type { HtmlMode, HtmlNode } from '../../packages/sightline/src/render/html/HtmlTree.ts';
import { writeHtml } from '../../packages/sightline/src/render/html/writeHtml.ts';
import { buildPage } from '../../packages/sightline/src/snapshot/buildPage.ts';
import { runSteps } from '../../packages/sightline/src/snapshot/runSteps.ts';
import { ConnectedPage } from '../support/ConnectedPage.ts';
import { HtmlPages } from '../support/HtmlPages.ts';
import { randomDocument } from '../support/randomDocument.ts';
import { sceneFrom } from '../support/show.ts';

const COUNT = Number(process.env.SIGHTLINE_DOCUMENTS ?? 40);
const FIRST = Number(process.env.SIGHTLINE_SEED ?? 1);
const MODES: HtmlMode[] = ['full', 'structure', 'minimal', 'interactive-only'];

/** An element as tag, attributes and what it holds; white space collapsed, notes apart. */
type Shape = string | { tag: string; attributes: [string, string][]; held: Shape[] };

function shapesOf(nodes: readonly HtmlNode[]): Shape[] {
  const shapes: Shape[] = [];
  let text = '';
  const flush = (): void => {
    const words = text.replace(/\s+/g, ' ').trim();
    if (words !== '') shapes.push(words);
    text = '';
  };
  for (const node of nodes) {
    if (node.kind === 'text') text += node.text;
    else if (node.kind === 'break') text += ' ';
    else if (node.kind === 'element') {
      flush();
      shapes.push({ tag: node.tag, attributes: [...node.attributes], held: shapesOf(node.children) });
    }
  }
  flush();
  return shapes;
}

/** The same of what a browser makes of the text. Runs in the page. */
function parse(html: string): Shape[] {
  const read = (parent: Node): Shape[] => {
    const shapes: Shape[] = [];
    let text = '';
    const flush = () => {
      const words = text.replace(/\s+/g, ' ').trim();
      if (words !== '') shapes.push(words);
      text = '';
    };
    for (const node of parent.childNodes) {
      if (node instanceof Text) text += node.data;
      else if (node instanceof Element) {
        flush();
        const attributes = [...node.attributes].map(({ name, value }): [string, string] => [name, value]);
        shapes.push({ tag: node.localName, attributes, held: read(node) });
      }
    }
    flush();
    return shapes;
  };
  return read(new DOMParser().parseFromString(html, 'text/html').body);
}

/** Puts elements where no parser would: a row in a link, a link in a link. Runs in the page. */
function misplace(seed: number): void {
  let state = seed;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % limit;
  };
  const tags =
    'a button form li dt dd p h1 h2 table caption thead tbody tr td th option select label pre ul dl'.split(
      ' ',
    );
  const all = Array.from(document.querySelectorAll('body *'));
  for (let i = 0; i < 40; i++) {
    const into = all[below(all.length)] ?? document.body;
    const made = document.createElement(tags[below(tags.length)] as string);
    made.append(`w${i}`);
    Element.prototype.append.call(into, made);
    all.push(made);
  }
}

let connected: ConnectedPage;
let pages: HtmlPages;
beforeAll(async () => {
  [connected, pages] = await Promise.all([ConnectedPage.open(), HtmlPages.start()]);
});
afterAll(() => Promise.all([connected.close(), pages.close()]));

test(`${COUNT} random documents parse to what was written`, { timeout: 60_000 + 2_000 * COUNT }, async () => {
  const parser = await connected.context.newPage();
  const wrong: string[] = [];
  for (let seed = FIRST; seed < FIRST + COUNT && wrong.length < 5; seed++) {
    await connected.page.goto('about:blank');
    await connected.page.setContent(`<!doctype html>${randomDocument(seed)}`);
    await connected.page.evaluate(misplace, seed);
    const { scene } = sceneFrom(await connected.connection.capture(), { style: 'markup' });
    for (const mode of MODES) {
      const tree = runSteps(buildHtml(scene, mode));
      conformHtml(tree);
      const text = writeHtml(tree);
      const [written, parsed] = [shapesOf(tree), await parser.evaluate(parse, text)].map((shapes) =>
        JSON.stringify(shapes),
      );
      if (written !== parsed)
        wrong.push(`SIGHTLINE_SEED=${seed} SIGHTLINE_DOCUMENTS=1 ${mode}:\n${written}\n${parsed}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('10,000 levels deep: shown, with its button', async () => {
  await connected.page.goto('about:blank');
  await connected.page.evaluate(() => {
    let inner = document.body;
    for (let i = 0; i < 10_000; i++) {
      inner.append(i % 1_000 === 0 ? 'x' : '');
      inner = inner.appendChild(document.createElement('div'));
      // Chromium itself does not survive so many boxes in each other.
      inner.style.display = 'contents';
    }
    inner.append(document.createElement('button'));
  });
  const { scene } = sceneFrom(await connected.connection.capture(), { style: 'markup' });
  const tree = runSteps(buildHtml(scene, 'full'));
  conformHtml(tree);
  expect(writeHtml(tree)).toContain('<button data-element-id=');
  expect(buildPage(await connected.connection.capture()).nodes.length).toBeGreaterThan(10_000);
});

test('frames, shadow roots, drawings and what cannot be read', async () => {
  const { text } = await pages.look(
    `<x-o></x-o><svg role=img aria-label=Logo width=20 height=20><circle r=9 /></svg>
     <svg width=60 height=20><text y=15>Drawn</text></svg><canvas width=30 height=20></canvas>
     <iframe title=Chat srcdoc="<p>Hello</p>" width=90 height=90></iframe>
     <iframe title=Note sandbox srcdoc="<p>Foreign</p>" width=90 height=90></iframe>
     <iframe title=Gone src="http://127.0.0.1:1/" width=90 height=90></iframe>
     <script>customElements.define('x-o', class extends HTMLElement { constructor() { super();
       this.attachShadow({ mode: 'open' }).innerHTML = '<p>Shadow</p>' } })</script>`,
    { view: 'html' },
  );
  expect(text.split('\n').slice(2)).toEqual([
    '<p>Shadow</p>',
    '<img data-tag="svg" alt="Logo">',
    'Drawn',
    '<canvas data-unreadable="true"></canvas>',
    '<div title="Chat" data-tag="iframe">',
    ' <p>Hello</p>',
    '</div>',
    '<div title="Note" data-tag="iframe" data-origin="null">',
    ' <p>Foreign</p>',
    '</div>',
    expect.stringMatching(
      /^<iframe src="http:\/\/127\.0\.0\.1:1\/" title="Gone" data-unreadable="it did not load.*"><\/iframe>$/,
    ),
  ]);
});
