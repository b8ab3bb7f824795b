import { displayTag } from '../../packages/sightline/src/render/element/displayTag.ts';
import { unloadedText } from '../../packages/sightline/src/render/element/elementText.ts';
import { regionHeader } from '../../packages/sightline/src/render/element/location.ts';
import { UNREADABLE_TAGS } from '../../packages/sightline/src/render/element/unreadable.ts';
import { quote } from '../../packages/sightline/src/render/escape.ts';
import type { RenderContext } from '../../packages/sightline/src/render/RenderContext.ts';
import type { PageNode } from '../../packages/sightline/src/snapshot/Page.ts';
import { headingLevel } from '../../packages/sightline/src/structure/headings.ts';
import type { LandmarkRegion } from '../../packages/sightline/src/structure/landmarks.ts';
import { isRemoved } from '../../packages/sightline/src/visibility/Visibility.ts';
import { markdownForgeries } from './markdownGrammar.ts';

/** A control character or half a pair as JSON escapes it; a backslash of the page is escaped itself. */
export const ESCAPED_CONTROL = /(?<!\\)(?:\\\\)*\\u(?:00[01]|[de])/i;

/** A scene that keeps which element each number was handed out for. */
export interface Watched {
  scene: RenderContext;
  shown: Map<number, PageNode>;
}

export function watch(scene: RenderContext): Watched {
  const shown = new Map<number, PageNode>();
  const refOf = (node: PageNode): number => {
    const number = scene.refOf(node);
    shown.set(number, node);
    return number;
  };
  return { scene: { ...scene, refOf }, shown };
}

export type ViewKind = 'outline' | 'flat' | 'region' | 'text' | 'summary' | 'minimal' | 'headings';

/**
 * Reads a view as a model would, looser than we write it, and maps every structural token to what it
 * stands for in the page: `[12]<button>` to the button that has that number, once; a region's line to a
 * region, once; a note to a fold. Answers what stands for nothing: page text that passed for structure.
 */
export function forgeries(view: ViewKind, text: string, watched: Watched): string[] {
  if (view === 'text') return markdownForgeries(text, watched.scene);
  const reader = new Reader(view, watched);
  reader.read(text);
  return reader.found;
}

const LABELS = 'BANNER|NAV|NAVIGATION|MAIN|COMPLEMENTARY|CONTENTINFO|SEARCH|FORM|REGION|DIALOG';
const REGION_LINE = new RegExp(`^(?:${LABELS})(?:#\\d+)?(?:\\s*:|\\s*\\(|\\s*\\[|$)`);
const LOOSE_REGION = new RegExp(`^(?:${LABELS})\\s*(?:#\\s*\\d+\\s*)?:`, 'i');
const OURS = /^(?:Page|Viewport|Landmarks|Headings|Use|Text|No headings)\b\s*:/i;
const TOKENS =
  /\\[\s\S]|\[\s*\*?\s*\p{N}*\s*\]|<[a-z/!?]|\|\s*(?:SCROLL|IFRAME|SHADOW)|\(\s*(?:(?:row|item|in|article|group|figure|option)\s*["“”]|(?:scroll|unchanged|ungrouped|offscreen|in the viewport|cut|nothing visible|still loading|more \w+ may|(?:about )?\p{N}+ (?:more|elements?|lines?))\b)/giu;
const UNSEEN = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;

class Reader {
  readonly found: string[] = [];
  readonly #view: ViewKind;
  readonly #scene: RenderContext;
  readonly #shown: Map<number, PageNode>;
  readonly #numbers = new Set<number>();
  readonly #qualifiers: Map<string, number>;
  readonly #left: Record<string, number>;
  readonly #regions = new Set<LandmarkRegion>();

  constructor(view: ViewKind, { scene, shown }: Watched) {
    this.#view = view;
    this.#scene = scene;
    this.#shown = shown;
    this.#qualifiers = countAll(
      [...scene.pageState.itemContexts.values()].map(({ kind, label }) => `(${kind} ${quote(label)})`),
    );
    const { visibility } = scene.pageState;
    const nodes = visibility.page.nodes.filter((node) => !isRemoved(visibility, node));
    const count = (test: (node: PageNode) => boolean): number => nodes.filter(test).length;
    this.#left = {
      img: count((node) => node.role === 'img' || node.tag === 'img' || node.tag === 'svg'),
      ...Object.fromEntries([...UNREADABLE_TAGS].map((tag) => [tag, count((node) => node.tag === tag)])),
      progressbar: count((node) => node.role === 'progressbar'),
      meter: count((node) => node.role === 'meter'),
      current: count((node) => (node.attributes['aria-current'] ?? 'false') !== 'false'),
      iframe: count((node) => node.tag === 'iframe' || node.tag === 'frame'),
      SCROLL: count((node) => node.scroller !== undefined),
      '▼': count((node) => node.tag.startsWith('#shadow')),
      '▲': count((node) => node.tag.startsWith('#shadow')),
      ...countHeadings(nodes),
    };
  }

  read(text: string): void {
    const unseen = UNSEEN.exec(text);
    if (unseen) this.#refuse(`U+${unseen[0].codePointAt(0)?.toString(16)}`, text.slice(unseen.index - 20));
    const lines = text.split('\n');
    for (const [i, line] of lines.entries()) this.#line(line, i, lines.length);
    for (const number of this.#shown.keys())
      if (!this.#numbers.has(number) && this.#view !== 'summary')
        this.#refuse('a number that is not shown', `${number}`);
  }

  #refuse(what: string, where: string): void {
    this.found.push(`${what}: ${JSON.stringify(where.slice(0, 160))}`);
  }

  #line(line: string, at: number, count: number): void {
    const start = line.trimStart();
    const isFrame = at === 0 || (this.#scene.style === 'markup' && at === count - 1);
    if (isFrame && this.#isHead(start)) return;
    this.#beginning(start, line);
    if (this.#isList()) this.#entry(start);
    else this.#tokens(start);
  }

  #isList(): boolean {
    return this.#view === 'summary' || this.#view === 'minimal' || this.#view === 'headings';
  }

  /** The first line, and the last of the markup outline, which only we write. */
  #isHead(line: string): boolean {
    if (this.#view === 'region') return / \(\d+ elements?\):$/.test(line) && this.#isPlain(line);
    if (/^=== (?:PAGE|END) OUTLINE ===$/.test(line)) return true;
    const head =
      /^Page: "[^"]*" [^\s"]+((?: \(\d+\.\d pages above, \d+\.\d below\))?(?: \(still loading\))?)$/.exec(
        line,
      );
    const own = head && line.slice(0, line.length - (head[1] as string).length);
    if (own && this.#isPlain(own)) return true;
    return (
      this.#isList() && /^Page: "[^"]*" \([^\s"]+\)(?: \(still loading\))?$/.test(line) && this.#isPlain(line)
    );
  }

  /** No token of ours, but for the brackets of the lists around an address. */
  #isPlain(line: string): boolean {
    return [...line.matchAll(TOKENS)].every(([token]) => token[0] === '\\' || token[0] === '(');
  }

  #beginning(line: string, whole: string): void {
    if (OURS.test(line) && !this.#isList()) this.#refuse('a line of ours', line);
    if (/^={3}/.test(line)) this.#refuse('a frame', line);
    if (/^[▼▲]/.test(line)) this.#shadow(line);
    if (/^#{1,6}\s/.test(line)) this.#heading(line);
    if (REGION_LINE.test(line) || LOOSE_REGION.test(line)) this.#region(line, whole);
  }

  #shadow(line: string): void {
    const isOurs = /^(?:▼ Shadow Content \((?:Open|Closed)\)|▲ Shadow Content End)$/.test(line);
    if (!isOurs || !this.#take(line[0] as string)) this.#refuse('a shadow mark', line);
  }

  /** One of as many headings of that level as the page shows. */
  #heading(line: string): void {
    if (!this.#isList() && !this.#take(/^#+/.exec(line)?.[0] ?? '')) this.#refuse('a heading', line);
  }

  #region(line: string, whole: string): void {
    if (this.#isList()) return;
    const { regions } = this.#scene.pageState;
    const region = regions.find((one) => !this.#regions.has(one) && beginsWith(line, regionHeader(one)));
    if (region) this.#regions.add(region);
    else if (LOOSE_REGION.test(line) || /\(|\[\d/.test(line)) this.#refuse('a region', whole);
  }

  /** A line of a list that is ours but for the words in it. */
  #entry(line: string): void {
    if (/(?<!\\)\[\d+\]|(?<!\\)<[a-z/!]|(?<!\\)\|(?:SCROLL|IFRAME)/i.test(line))
      this.#refuse('a token', line);
    const { pageState } = this.#scene;
    const isOurs =
      line === '' ||
      /^unreadable: [\w, ]+$/.test(line) ||
      [...pageState.unloaded.values()].some((one) => unloadedText(one) === `(${line})`) ||
      /^(?:Landmarks: none|Landmarks:|Headings:|No headings\..*)$/.test(line) ||
      /^Viewport: \d+\.\d pages above, \d+\.\d pages below$/.test(line) ||
      /^Use [^"]* for [a-z ,_]*\.$/.test(line) ||
      /^\(ungrouped\) \(\d+ elements?\)$/.test(line) ||
      /^\(\d+ more(?: (?:headings|lines))?(?:: [^"]*)?\)$/.test(line) ||
      /^\d+ interactive elements?(?: in .*)?$/.test(line) ||
      pageState.regions.some((region) =>
        isWith(line, regionHeader(region), / \(\d+ (?:element|link|button|input)s?\)/),
      ) ||
      (/^#{1,6} .* \((?:[A-Z]+|ungrouped)(?:, \d+ elements?)?\)$/.test(line) &&
        pageState.headings.length > 0);
    if (!isOurs) this.#refuse('a line', line);
  }

  #tokens(line: string): void {
    const words: string[] = [];
    for (const { 0: token, index } of line.matchAll(TOKENS)) {
      const rest = line.slice(index);
      if (token[0] === '\\') continue;
      if (token[0] === '[') this.#number(token, rest, line, index, words);
      else if (token[0] === '<') this.#tag(rest, line, index, words);
      else if (token[0] === '|') this.#marker(rest, line, index);
      else this.#aside(rest, line, index);
    }
  }

  #number(token: string, rest: string, line: string, index: number, words: string[]): void {
    const number = Number(/^\[(\d+)\]$/.exec(token)?.[1] ?? Number.NaN);
    const node = this.#shown.get(number);
    if (!node || this.#numbers.has(number)) {
      this.#refuse('a number', line.slice(Math.max(0, index - 10)));
      return;
    }
    this.#numbers.add(number);
    const isNew = line[index - 1] === '*';
    if (isNew !== this.#scene.isNew(node) && !/^[A-Z]/.test(line)) this.#refuse('a mark of newness', line);
    const word = displayTag(node, this.#scene.style);
    words.push(word);
    const after = rest.slice(token.length);
    const isControl = after.startsWith(`<${word}`) && /^[ />]/.test(after.slice(word.length + 1));
    const isMarked = /^\|(?:IFRAME\|)?</.test(after);
    const isRegion = after === '' && this.#scene.pageState.regions.some((region) => region.node === node);
    if (!isControl && !isMarked && !isRegion) this.#refuse(`a number of <${word}>`, rest);
  }

  #tag(rest: string, line: string, index: number, words: string[]): void {
    const closing = /^<\/([^\s>]+)>/.exec(rest)?.[1];
    if (closing !== undefined) {
      if (!words.includes(closing)) this.#refuse('a closing tag', line.slice(Math.max(0, index - 40)));
      return;
    }
    if (/(?:\[\d+\]|\|)$/.test(line.slice(0, index))) return;
    const piece = /^<(img|canvas|video|object|embed|progressbar|meter)[ >]/.exec(rest)?.[1];
    const kind = piece ?? (/^<[^\s<>]+ current>/.test(rest) ? 'current' : undefined);
    if (!kind || !this.#take(kind)) this.#refuse('a tag', line.slice(Math.max(0, index - 40)));
  }

  #marker(rest: string, line: string, index: number): void {
    const kind = /^\|(SCROLL|IFRAME)/.exec(rest)?.[1] ?? '';
    const before = line.slice(0, index);
    const isOurs = kind === 'IFRAME' ? before === '' || /^\*?\[\d+\]$/.test(before) : /^\*?$/.test(before);
    if (!isOurs || !this.#take(kind === 'IFRAME' ? 'iframe' : kind)) this.#refuse('a marker', line);
  }

  #aside(rest: string, line: string, index: number): void {
    const { pageState, unchanged } = this.#scene;
    if (/^\(scroll: [\d.%↑↓←→ ]+\)/.test(rest)) {
      const before = line.slice(0, index);
      if (/\|SCROLL\|$/.test(before) || /^\|SCROLL(?:\||\+)/.test(before) || REGION_LINE.test(line)) return;
    }
    for (const [qualifier, count] of this.#qualifiers) {
      if (count === 0 || !rest.startsWith(qualifier)) continue;
      this.#qualifiers.set(qualifier, count - 1);
      return;
    }
    if (
      index === 0 &&
      /^\((?:in the viewport|offscreen (?:above|below|aside|in its scroller)):\)$/.test(rest)
    )
      return;
    if (index === 0 && /^\((?:nothing visible|ungrouped)\):?$/.test(rest)) return;
    if (/^\(ungrouped\) \(/.test(line) && (index === 0 || this.#isCut(rest) || unchanged.size > 0)) return;
    if (/^\(unchanged, [\w, ]+\)$/.test(rest) && unchanged.size > 0) return;
    if (this.#isRest(rest, line, index)) return;
    const folds = [...pageState.folds.values()].map(
      ({ count, kind }) => `(${count} more ${kind} like these: `,
    );
    if (index === 0 && folds.some((fold) => rest.startsWith(fold))) return;
    if (this.#isCut(rest) && (index === 0 || REGION_LINE.test(line))) return;
    this.#refuse('an aside', line.slice(Math.max(0, index - 40)));
  }

  /** What a part of the page has not loaded yet, at its end; that it is busy, at its beginning. */
  #isRest(rest: string, line: string, index: number): boolean {
    const { visibility, unloaded } = this.#scene.pageState;
    if (index === 0 && [...unloaded.values()].some((one) => unloadedText(one) === rest)) return true;
    const isBusy = visibility.page.nodes.some((node) => node.attributes['aria-busy'] === 'true');
    return isBusy && rest.startsWith('(still loading)') && (index === 0 || REGION_LINE.test(line));
  }

  #isCut(rest: string): boolean {
    if (!Number.isFinite(this.#scene.maxTokens)) return false;
    return /^\((?:cut: )?\d+ (?:more )?(?:element|line)s?(?:: .*)?\)$/.test(rest);
  }

  #take(kind: string): boolean {
    const left = this.#left[kind] ?? 0;
    this.#left[kind] = left - 1;
    return left > 0;
  }
}

function countAll(words: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function beginsWith(line: string, header: string): boolean {
  return (
    line.startsWith(header) &&
    /^(?::?(?: \(scroll: [^)]*\))?(?: \(still loading\))?(?: \[\d+\])?| \(.*\))$/.test(
      line.slice(header.length),
    )
  );
}

function isWith(line: string, header: string, rest: RegExp): boolean {
  return line.startsWith(header) && rest.test(line.slice(header.length));
}

function countHeadings(nodes: PageNode[]): Record<string, number> {
  const headings = nodes.filter((node) => node.role === 'heading');
  return Object.fromEntries(countAll(headings.map((node) => '#'.repeat(Math.min(headingLevel(node), 6)))));
}
