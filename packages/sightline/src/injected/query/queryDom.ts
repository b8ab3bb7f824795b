import {
  DOM_LIMITS,
  type DomElement,
  type DomQuery,
  type DomQueryResult,
} from '../../snapshot/selectors/DomQuery.ts';
import { escapeNonAscii } from '../capture/escapeNonAscii.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';
import { JsonText } from '../PageApi.ts';
import type { SecretFields } from '../secrets/SecretFields.ts';
import { DomElementReader } from './DomElementReader.ts';
import { selectElements } from './selectElements.ts';

/** Bytes of an answer besides the matches: addresses, counts, hints. */
const RESPONSE_OVERHEAD = 25_000;

/**
 * The elements that match a CSS selector now, root by root in the order of their hosts, each in document order. The
 * text stays below `DOM_LIMITS.payload`: children are left out first, then matches.
 */
export function queryDom(
  request: DomQuery,
  registry: ElementRegistry,
  secrets: SecretFields,
): JsonText<DomQueryResult> {
  const started = performance.now();
  const { elements, total, error } = selectElements(request.selector, registry, secrets, {
    limit: DOM_LIMITS.elements,
    pierce: request.pierce,
  });
  if (error !== undefined)
    return new JsonText(escapeNonAscii(JSON.stringify({ total: 0, matches: [], ms: 0, error })));
  const reader = new DomElementReader(request, registry, secrets);
  const serialized: string[] = [];
  let remainingBytes = DOM_LIMITS.payload - RESPONSE_OVERHEAD;
  for (const element of elements) {
    const text = serializeElement(reader.read(element, 0));
    if (text.length > remainingBytes) break;
    remainingBytes -= text.length + 1;
    serialized.push(text);
  }
  // Children take the bytes that the matches leave.
  for (let i = 0; i < serialized.length && request.depth > 0; i++) {
    const text = serializeElement(reader.read(elements[i] as Element, request.depth));
    const growth = text.length - (serialized[i] as string).length;
    if (growth > remainingBytes) continue;
    remainingBytes -= growth;
    serialized[i] = text;
  }
  const ms = Math.round((performance.now() - started) * 10) / 10;
  return new JsonText(`{"total":${total},"ms":${ms},"matches":[${serialized.join()}]}`);
}

function serializeElement(element: DomElement): string {
  return escapeNonAscii(
    JSON.stringify(element, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value)),
  );
}
