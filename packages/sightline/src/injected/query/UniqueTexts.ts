import { countBy } from '../../snapshot/groupBy.ts';
import {
  allElements,
  firstChild,
  isInHead,
  localName,
  nextSibling,
  nodeType,
  TEXT_NODE,
  textData,
} from '../dom/dom.ts';

/** Longest text that a selector holds, UTF-16 units. */
const MAX_TEXT_LENGTH = 100;
const COMMENT_NODE = 8;
const SKIPPED_TAGS = new Set(['script', 'noscript', 'style']);
const BUTTON_TYPES = new Set(['submit', 'button', 'reset']);

/**
 * Which texts only one element has as a run of its own: what Playwright's `text="..."` finds, which compares each run
 * of an element's own text nodes, white space collapsed. Read over the document and its open shadow roots.
 */
export class UniqueTexts {
  readonly #counts: ReadonlyMap<string, number>;

  constructor(roots: readonly (Document | ShadowRoot)[]) {
    const elements = roots.flatMap((root) => Array.from(allElements(root)));
    const runs = elements.flatMap((element) => [...new Set(textRunsOf(element))]);
    this.#counts = countBy(runs, (run) => run);
  }

  selector(element: Element): string | undefined {
    const run = textRunsOf(element).find((text) => this.#counts.get(text) === 1);
    return run === undefined ? undefined : `text="${run.replace(/["\\]/g, '\\$&')}"`;
  }
}

function textRunsOf(element: Element): string[] {
  if (SKIPPED_TAGS.has(localName(element)) || isInHead(element)) return [];
  const runs: string[] = [];
  let run = '';
  if (element instanceof HTMLInputElement) run = BUTTON_TYPES.has(element.type) ? element.value : '';
  else
    for (let node = firstChild(element); node; node = nextSibling(node)) {
      const type = nodeType(node);
      if (type === TEXT_NODE) run += textData(node);
      else if (type !== COMMENT_NODE) {
        runs.push(run);
        run = '';
      }
    }
  return [...runs, run].map(normalizeText).filter((text) => text !== '' && text.length <= MAX_TEXT_LENGTH);
}

/** As Playwright compares texts. */
function normalizeText(text: string): string {
  return text
    .replace(/[\u200b\u00ad]/g, '')
    .trim()
    .replace(/\s+/g, ' ');
}
