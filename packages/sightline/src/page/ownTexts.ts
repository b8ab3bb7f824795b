import { allIn, firstChild, isInHead, localName, nextSibling, TEXT, typeOf } from './dom.ts';
import { dataOf } from './text.ts';

/** Longest text that a selector holds, UTF-16 units. */
const LONGEST = 100;
const COMMENT = 8;
const SKIPPED = new Set(['script', 'noscript', 'style']);
const BUTTONS = new Set(['submit', 'button', 'reset']);

/**
 * Which texts only one element has as a run of its own: what Playwright's `text="..."` finds, which compares each run
 * of an element's own text nodes, white space collapsed. Read over the document and its open shadow roots.
 */
export class OwnTexts {
  readonly #counts = new Map<string, number>();

  constructor(roots: readonly (Document | ShadowRoot)[]) {
    for (const root of roots)
      for (const element of Array.from(allIn(root)))
        for (const run of new Set(runsOf(element))) this.#counts.set(run, (this.#counts.get(run) ?? 0) + 1);
  }

  selector(element: Element): string | undefined {
    const run = runsOf(element).find((text) => this.#counts.get(text) === 1);
    return run === undefined ? undefined : `text="${run.replace(/["\\]/g, '\\$&')}"`;
  }
}

function runsOf(element: Element): string[] {
  if (SKIPPED.has(localName(element)) || isInHead(element)) return [];
  const runs: string[] = [];
  let run = '';
  if (element instanceof HTMLInputElement) run = BUTTONS.has(element.type) ? element.value : '';
  else
    for (let node = firstChild(element); node; node = nextSibling(node)) {
      const type = typeOf(node);
      if (type === TEXT) run += dataOf(node);
      else if (type !== COMMENT) {
        runs.push(run);
        run = '';
      }
    }
  return [...runs, run].map(normal).filter((text) => text !== '' && text.length <= LONGEST);
}

/** As Playwright compares texts. */
function normal(text: string): string {
  return text
    .replace(/[\u200b\u00ad]/g, '')
    .trim()
    .replace(/\s+/g, ' ');
}
