import type { PageNode } from '../../snapshot/Page.ts';
import type { FailedPage } from '../FailedPage.ts';
import type { NearElement } from './NearElement.ts';
import { similarity, wordsInCode } from './similarity.ts';
import { visibleTexts } from './visibleTexts.ts';

/** Identifiers and words of a selector: `#save-button`, `.total`, `[name="email"]`, `:has-text("Pay")`. */
interface SelectorWords {
  ids: string[];
  classes: string[];
  attributes: [name: string, value: string][];
  texts: string[];
  tag: string;
}

/** The elements that are most like what a selector names: by its last part. */
export function findNearSelector(selector: string, failed: FailedPage): NearElement[] {
  const words = readSelector(lastPart(selector));
  const { pageState } = failed.context;
  const nodes = pageState.page.nodes.filter((node) => node.isElement && !node.tag.startsWith('#'));
  const byCode = nodes.map((node) => nearCode(node, words)).filter(({ score }) => score >= 0.4);
  const byText = words.texts.flatMap((text) =>
    visibleTexts(pageState).map((one) => ({ ...one, score: similarity(text, one.text) })),
  );
  return [...byCode, ...byText];
}

function nearCode(node: PageNode, { ids, classes, attributes, tag }: SelectorWords): NearElement {
  const { id = '', class: own = '' } = node.attributes;
  const scores: [number, string][] = [
    ...ids.map((wanted): [number, string] => [
      Math.max(similarity(wanted, id), 0.8 * wordsInCode(wanted, id)),
      `#${id}`,
    ]),
    ...classes.map((wanted): [number, string] => [
      Math.max(
        0,
        ...own.split(/\s+/).map((one) => 0.9 * similarity(wanted, one)),
        0.6 * similarity(wanted, id),
      ),
      `.${own.split(/\s+/).join('.')}`,
    ]),
    ...attributes.map(([name, value]): [number, string] => {
      const found = node.attributes[name] ?? '';
      return [similarity(value, found), `[${name}="${found}"]`];
    }),
  ];
  const [score, text] = scores.sort(([a], [b]) => b - a)[0] ?? [0, ''];
  return { node, text, score: tag !== '' && tag === node.tag ? Math.min(1, score + 0.05) : score };
}

/** What stands behind the last combinator, outside of brackets and quotes. */
function lastPart(selector: string): string {
  const parts = selector
    .replace(/^css=/, '')
    .split(/\s*>>\s*|\s*[>+~]\s*|\s+(?![^[(]*[\])])(?=(?:[^"']*["'][^"']*["'])*[^"']*$)/);
  return parts.at(-1) ?? selector;
}

function readSelector(part: string): SelectorWords {
  const all = (pattern: RegExp): string[] => [...part.matchAll(pattern)].map(([, value = '']) => value);
  const outside = part.replace(/\[[^\]]*\]|\([^)]*\)/g, '');
  const of = (pattern: RegExp): string[] => [...outside.matchAll(pattern)].map(([, value = '']) => value);
  return {
    ids: of(/#([\w-]+)/g),
    classes: of(/\.([\w-]+)/g),
    attributes: [...part.matchAll(/\[\s*([\w-]+)\s*[~|^$*]?=\s*["']?([^"'\]]*)["']?\s*\]/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
    texts: [...all(/:(?:has-text|text|text-is)\(["'](.*?)["']\)/g), ...all(/^text=["']?(.*?)["']?$/g)],
    tag: /^[a-z][\w-]*/.exec(outside)?.[0] ?? '',
  };
}
