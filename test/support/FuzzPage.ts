import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import type { Page as PlaywrightPage } from 'playwright-core';
import type { FrameTarget } from '../../packages/sightline/src/browser/frames/FrameTarget.ts';
import type { LaunchedBrowser } from '../../packages/sightline/src/browser/launch/launchBrowser.ts';
import { PageConnection } from '../../packages/sightline/src/browser/PageConnection.ts';
import { buildPageJson } from '../../packages/sightline/src/render/buildPageJson.ts';
import { stripInvisible } from '../../packages/sightline/src/render/escape.ts';
import type { HtmlMode } from '../../packages/sightline/src/render/html/HtmlTree.ts';
import { renderHtml } from '../../packages/sightline/src/render/html/renderHtml.ts';
import { buildRenderContext, PageStateCache } from '../../packages/sightline/src/render/PageStateCache.ts';
import type { RenderContext } from '../../packages/sightline/src/render/RenderContext.ts';
import { renderHeadings } from '../../packages/sightline/src/render/renderHeadings.ts';
import { renderFlat, renderOutline } from '../../packages/sightline/src/render/renderOutline.ts';
import { renderRegion } from '../../packages/sightline/src/render/renderRegion.ts';
import { renderMinimalSummary, renderSummary } from '../../packages/sightline/src/render/renderSummary.ts';
import { RefRegistry } from '../../packages/sightline/src/session/refs/RefRegistry.ts';
import type { ViewOptions } from '../../packages/sightline/src/session/Session.ts';
import type { PageNode } from '../../packages/sightline/src/snapshot/Page.ts';
import { Flag, type Snapshot } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { Conservation, viewRequests } from './conservation.ts';
import { ESCAPED_CONTROL, forgeries, type ViewKind, watch } from './grammar.ts';
import { Random } from './Random.ts';
import { randomDocument } from './randomDocument.ts';

/** A page that shows one random document after the other, and what is wrong with each. */
export class FuzzPage {
  readonly page: PlaywrightPage;
  readonly connection: PageConnection;
  /** Views that were held to conservation. */
  views = 0;
  /** Where the registries live: many elements are asked for at once. */
  readonly #world: FrameTarget;

  private constructor(page: PlaywrightPage, connection: PageConnection, world: FrameTarget) {
    this.page = page;
    this.connection = connection;
    this.#world = world;
  }

  static async open({ context }: LaunchedBrowser): Promise<FuzzPage> {
    const page = await context.newPage();
    page.on('dialog', (dialog) => dialog.dismiss().catch(() => undefined));
    const connection = await PageConnection.open(page);
    const [world] = await connection.targets();
    return new FuzzPage(page, connection, world as FrameTarget);
  }

  /** Everything that is wrong with what we make of the document of this seed; nothing, if all is well. */
  async check(seed: number, styles: readonly string[] = []): Promise<string[]> {
    const random = new Random(seed ^ 0x5eed);
    await this.#show(randomDocument(seed, styles), seed);
    const snapshot = await this.connection.capture();
    const shown = new Map<number, PageNode>();
    const wrong = [...checkViews(snapshot, random, shown), ...(await this.#unresolved(shown, random))];
    wrong.push(...this.#checkConservation(snapshot, random));
    // A marquee moves by itself.
    if (random.chance(0.25) && !snapshot.documents.some(({ strings }) => strings.includes('marquee')))
      wrong.push(...(await this.#differs(snapshot)));
    return wrong;
  }

  #checkConservation(snapshot: Snapshot, random: Random): string[] {
    const conservation = new Conservation(snapshot);
    const requests = viewRequests(conservation, random);
    this.views += requests.length;
    return requests.flatMap((request) => conservation.check(request));
  }

  /** Written into the document that is there; a new one now and then, since it keeps what was asked of it. */
  async #show(html: string, seed: number): Promise<void> {
    if (seed % 100 === 0 || this.page.url() !== 'about:blank') await this.page.goto('about:blank');
    await this.page.evaluate((text) => {
      document.open();
      const loaded = new Promise<void>((resolve) => addEventListener('load', () => setTimeout(resolve)));
      document.write(text);
      document.close();
      const isWhole = !text.includes('<iframe');
      return isWhole ? undefined : Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, 500))]);
    }, html);
  }

  /** Captured again, after a change that shows nowhere: the same rows, once pictures have come or failed. */
  async #differs(first: Snapshot): Promise<string[]> {
    let difference = '';
    for (let attempt = 0, last = rowsOf(first); attempt < 3; attempt++) {
      await this.page.evaluate(() =>
        document.documentElement?.setAttribute('data-fuzz', String(Math.random())),
      );
      const next = rowsOf(await this.connection.capture());
      if (next === last) return [];
      difference = firstDifference(last, next);
      last = next;
    }
    return [`captures differ: ${difference}`];
  }

  /** Numbers that do not lead to one live element of that tag, in whatever frame or root. */
  async #unresolved(shown: Map<number, PageNode>, random: Random): Promise<string[]> {
    const wrong: string[] = [];
    const byDocument = new Map<string, PageNode[]>();
    for (const node of shown.values())
      byDocument.set(node.document.key, [...(byDocument.get(node.document.key) ?? []), node]);
    const found = await this.#tagsOf(byDocument);
    for (const [key, nodes] of byDocument) {
      const tags = found.get(key) ?? [];
      const expected = nodes.map(({ tag }) => tag);
      if (tags.join() !== expected.join())
        wrong.push(`numbers lead to ${tags.join()} instead of ${expected.join()}`);
    }
    if (shown.size > 0 && random.chance(0.1)) {
      const node = random.oneOf([...shown.values()]);
      const count = await this.connection.locator(node.document.key, node.id).count();
      if (count !== 1) wrong.push(`the locator of <${node.tag}> finds ${count}`);
    }
    return wrong;
  }

  /** The tags of the elements that the registry of each document has under their ids. */
  async #tagsOf(byDocument: Map<string, PageNode[]>): Promise<Map<string, string[]>> {
    const table = Object.fromEntries([...byDocument].map(([key, nodes]) => [key, nodes.map(({ id }) => id)]));
    const expression = `(({ key, element }, table) => JSON.stringify([key, (table[key] ?? []).map((id) => element(id)?.localName.toLowerCase())]))(__sightline, ${JSON.stringify(table)})`;
    const answers = await Promise.all(
      this.#world.frameIds().map(async (frameId) => {
        const uniqueContextId = this.#world.contextOf(frameId)?.uniqueId;
        const { result } = await this.#world.session.send('Runtime.evaluate', {
          expression,
          uniqueContextId,
        });
        return JSON.parse(typeof result.value === 'string' ? result.value : '["", []]') as [string, string[]];
      }),
    );
    return new Map(answers);
  }
}

function rowsOf({ documents }: Snapshot): string {
  return JSON.stringify(
    documents.map(({ strings, rows: { up, tag, id, flags, role, name, text, boxes, attributes } }) => {
      const said = (column: number[]): (string | number)[] => column.map((at) => strings[at] ?? at);
      // An autofocus may come with the next frame.
      const steady = flags.map((bits) => bits & ~Flag.Focused);
      return [up, id, steady, said(tag), said(role), said(name), said(text), boxes, attributes.length];
    }),
  );
}

function firstDifference(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return `${a.slice(Math.max(0, at - 60), at + 60)} | ${b.slice(Math.max(0, at - 60), at + 60)}`;
}

function checkViews(snapshot: Snapshot, random: Random, numbers: Map<number, PageNode>): string[] {
  const wrong: string[] = [];
  const reader = new PageStateCache();
  const given = new RefRegistry();
  const scene = (options: ViewOptions): RenderContext => {
    const reading = reader.get(snapshot, options);
    return buildRenderContext(reading, options, given.createRefAssigner(reading.pageState), undefined);
  };
  const renderChecked = (
    view: ViewKind,
    options: ViewOptions,
    write: (scene: RenderContext) => string,
  ): Set<PageNode> => {
    const watched = watch(scene(options));
    const text = write(watched.scene);
    const where = `${view} ${JSON.stringify(options)}`;
    for (const forgery of forgeries(view, text, watched)) wrong.push(`${where}: ${forgery}`);
    const { maxTokens = Number.POSITIVE_INFINITY } = options;
    if (Number.isFinite(maxTokens) && encode(text).length > maxTokens)
      wrong.push(`${where}: ${encode(text).length} tokens: ${JSON.stringify(text.slice(0, 200))}`);
    for (const [number, node] of watched.shown) numbers.set(number, node);
    return new Set(watched.shown.values());
  };
  const budget = 50 + random.below(400);
  for (const style of ['compact', 'markup'] as const) {
    for (const [view, write] of [
      ['outline', renderOutline],
      ['flat', renderFlat],
    ] as const) {
      const all = renderChecked(view, { style, full: true }, (s) => write(s).text);
      const some = renderChecked(view, { style, full: true, interactiveOnly: true }, (s) => write(s).text);
      const near = renderChecked(
        view,
        { style, full: true, viewportExpansion: random.oneOf([0, 0, 300]) },
        (s) => write(s).text,
      );
      if (![...some].every((node) => all.has(node))) wrong.push(`${view}: interactiveOnly shows more`);
      if (![...near].every((node) => all.has(node))) wrong.push(`${view}: viewportExpansion shows more`);
      renderChecked(view, { style, maxTokens: budget }, (s) => write(s).text);
    }
    const regions = scene({ style }).pageState.regions;
    if (regions.length > 0) {
      const { address } = random.oneOf(regions);
      renderChecked('region', { style, full: true }, (s) => renderRegion(s, address).text);
      const read = (s: RenderContext): string => renderRegion(s, address, { content: 'text' }).text;
      renderChecked('text', { style, full: true }, read);
      renderChecked('text', { style, maxTokens: budget }, read);
    }
    for (const maxTokens of [Number.POSITIVE_INFINITY, budget]) {
      renderChecked('summary', { style, maxTokens }, (s) => renderSummary(s));
      renderChecked('minimal', { style, maxTokens }, (s) => renderMinimalSummary(s));
      renderChecked('headings', { style, maxTokens }, (s) => renderHeadings(s));
      const roomy = Math.max(150, maxTokens);
      wrong.push(...checkJson(scene({ style, maxTokens: roomy }), roomy));
    }
  }
  const mode = random.oneOf(['full', 'structure', 'minimal', 'interactive-only'] as const);
  wrong.push(...checkHtml(mode, scene({ style: 'markup' }), scene({ style: 'markup', maxTokens: budget })));
  return wrong;
}

/** All that can be used is in it, by its id, and nothing of the page makes a comment; a budget is kept. */
function checkHtml(mode: HtmlMode, whole: RenderContext, bounded: RenderContext): string[] {
  const wrong: string[] = [];
  const { visibility, stableIds } = whole.pageState;
  const { text } = renderHtml(whole, mode);
  for (const node of visibility.page.nodes)
    if (visibility.interactive[node.index] === 1 && !text.includes(`data-element-id="${stableIds.of(node)}"`))
      wrong.push(`html ${mode}: <${node.tag}> is missing in ${pathOf(node)}`);
  if (UNSEEN.test(text)) wrong.push(`html ${mode}: unseen character`);
  const comments = text.match(/<!--(?! \((?:about )?\d+ more |(?: \(more ))/g) ?? [];
  if (comments.length > 0) wrong.push(`html ${mode}: ${comments.length} comments`);
  const cut = renderHtml(bounded, mode).text;
  const tokens = encode(cut).length;
  if (tokens > bounded.maxTokens)
    wrong.push(`html ${mode}: ${tokens} tokens for ${bounded.maxTokens}: ${cut.slice(0, 300)}`);
  return wrong;
}

function pathOf(node: PageNode): string {
  const path: string[] = [];
  for (let at = node.parent; at; at = at.parent) path.unshift(at.tag);
  return path.join(' > ');
}

const UNSEEN = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;

function checkJson(scene: RenderContext, maxTokens: number): string[] {
  const { scene: watched, shown } = watch(scene);
  const text = JSON.stringify(buildPageJson(watched), null, 1);
  const wrong: string[] = [];
  const { elements } = JSON.parse(text) as { elements: { index: number; tag: string; role: string }[] };
  for (const { index, tag } of elements)
    if (stripInvisible(shown.get(index)?.tag ?? '') !== tag) wrong.push(`json: [${index}] is no <${tag}>`);
  if (new Set(elements.map(({ index }) => index)).size !== shown.size) wrong.push('json: numbers repeat');
  const unseen = UNSEEN.exec(text);
  if (unseen)
    wrong.push(
      `json: unseen character at ${JSON.stringify(text.slice(unseen.index - 40, unseen.index + 5))}`,
    );
  const control = ESCAPED_CONTROL.exec(text);
  if (control)
    wrong.push(
      `json: control character at ${text.slice(Math.max(0, control.index - 40), control.index + 12)}`,
    );
  if (Number.isFinite(maxTokens) && encode(text).length > maxTokens)
    wrong.push(`json: ${encode(text).length} tokens for ${maxTokens}`);
  return wrong;
}
