import { DOM_LIMITS, type DomElement, type DomQuery } from '../../snapshot/DomQuery.ts';
import { escapeNonAscii } from '../capture/escapeNonAscii.ts';
import { allRoots, queryAll } from '../dom/dom.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';
import type { SecretFields } from '../secrets/SecretFields.ts';
import { secretProbeError } from '../secrets/secretProbeError.ts';
import { DomElementReader } from './DomElementReader.ts';

/** What the rest of an answer takes: addresses, counts, hints. Bytes. */
const RESPONSE_OVERHEAD = 25_000;

/**
 * What matches a CSS selector now, root by root in the order of their hosts, each in document order. ASCII JSON of a
 * `DomFound`, below the bound of an answer: children are left out first, then matches.
 */
export function queryDom(request: DomQuery, registry: ElementRegistry, secrets: SecretFields): string {
  const started = performance.now();
  secrets.refresh();
  const found = selectElements(request, registry, secrets);
  if (typeof found === 'string')
    return escapeNonAscii(JSON.stringify({ total: 0, matches: [], ms: 0, error: found }));
  const reader = new DomElementReader(request, registry, secrets);
  const serialized: string[] = [];
  let remainingBytes = DOM_LIMITS.payload - RESPONSE_OVERHEAD;
  for (const element of found.elements) {
    const text = serializeElement(reader.read(element, 0));
    if (text.length > remainingBytes) break;
    remainingBytes -= text.length + 1;
    serialized.push(text);
  }
  // Children have the room that is left when all matches are told.
  for (let i = 0; i < serialized.length && request.depth > 0; i++) {
    const text = serializeElement(reader.read(found.elements[i] as Element, request.depth));
    const growth = text.length - (serialized[i] as string).length;
    if (growth > remainingBytes) continue;
    remainingBytes -= growth;
    serialized[i] = text;
  }
  const ms = Math.round((performance.now() - started) * 10) / 10;
  return `{"total":${found.total},"ms":${ms},"matches":[${serialized.join()}]}`;
}

function serializeElement(element: DomElement): string {
  return escapeNonAscii(
    JSON.stringify(element, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value)),
  );
}

/** The first matches and how many there are, or what is wrong with the selector. */
function selectElements(
  { selector, pierce }: DomQuery,
  registry: ElementRegistry,
  secrets: SecretFields,
): string | { elements: Element[]; total: number } {
  const roots = pierce ? allRoots((host) => registry.closedRootOf(host)) : [document];
  const elements: Element[] = [];
  let total = 0;
  const probeError = secretProbeError(selector, roots, secrets);
  if (probeError) return probeError;
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
