import { DOM_LIMITS, type DomElement, type DomRequest } from '../model/DomQuery.ts';
import { toAscii } from './ascii.ts';
import { DomReader } from './DomReader.ts';
import { allRoots, queryAll } from './dom.ts';
import { guessesSecret } from './guessesSecret.ts';
import type { Registry } from './Registry.ts';
import type { Secrets } from './secrets.ts';

/** What the rest of an answer takes: addresses, counts, hints. Bytes. */
const REST = 25_000;

/**
 * What matches a CSS selector now, root by root in the order of their hosts, each in document order. ASCII JSON of a
 * `DomFound`, below the bound of an answer: children are left out first, then matches.
 */
export function queryDom(request: DomRequest, registry: Registry, secrets: Secrets): string {
  const started = performance.now();
  secrets.begin();
  const found = select(request, registry, secrets);
  if (typeof found === 'string')
    return toAscii(JSON.stringify({ total: 0, matches: [], ms: 0, error: found }));
  const reader = new DomReader(request, registry, secrets);
  const told: string[] = [];
  let room = DOM_LIMITS.payload - REST;
  for (const element of found.elements) {
    const text = write(reader.read(element, 0));
    if (text.length > room) break;
    room -= text.length + 1;
    told.push(text);
  }
  // Children have the room that is left when all matches are told.
  for (let i = 0; i < told.length && request.depth > 0; i++) {
    const text = write(reader.read(found.elements[i] as Element, request.depth));
    const more = text.length - (told[i] as string).length;
    if (more > room) continue;
    room -= more;
    told[i] = text;
  }
  const ms = Math.round((performance.now() - started) * 10) / 10;
  return `{"total":${found.total},"ms":${ms},"matches":[${told.join()}]}`;
}

function write(element: DomElement): string {
  return toAscii(
    JSON.stringify(element, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value)),
  );
}

/** The first matches and how many there are, or what is wrong with the selector. */
function select(
  { selector, pierce }: DomRequest,
  registry: Registry,
  secrets: Secrets,
): string | { elements: Element[]; total: number } {
  const roots = pierce ? allRoots((host) => registry.closedRootOf(host)) : [document];
  const elements: Element[] = [];
  let total = 0;
  const guess = guessesSecret(selector, roots, secrets);
  if (guess) return guess;
  try {
    for (const root of roots) {
      const matches = queryAll(root, selector);
      total += matches.length;
      for (let i = 0; i < matches.length && elements.length < DOM_LIMITS.elements; i++)
        elements.push(matches[i] as Element);
    }
  } catch (error) {
    return (error as Error).message.replace(/^Failed to execute[^:]*: /, '');
  }
  return { elements, total };
}
