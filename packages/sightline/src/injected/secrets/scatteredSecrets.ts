import type { SecretRedactor } from '../../snapshot/secrets/SecretRedactor.ts';
import { boundingRect, contentRects } from '../dom/dom.ts';
import type { SecretPlace } from './paintedAreas.ts';
import { placeOf, placesOfSecrets, type ShownText } from './shownText.ts';

/** Texts of which it is asked where they are painted. */
const MAX_PARTS = 2_000;

/** Texts of a line that are looked at one by one, whatever stands between. */
const MAX_LINE_PARTS = 100;

/**
 * Where texts side by side spell a secret, wherever the document has them: items in an order of their own, slots, both sides of a
 * shadow root, what is placed or floats. Parts that stand between may not be seen.
 */
export function* scatteredPlaces(
  texts: readonly ShownText[],
  redactor: SecretRedactor,
): Generator<SecretPlace> {
  const parts: PaintedText[] = [];
  for (const shown of texts) {
    const rect = parts.length < MAX_PARTS && redactor.isPart(shown.text) ? firstRect(shown) : undefined;
    if (rect && rect.width > 0) parts.push({ shown, rect });
  }
  for (const line of linesOf(parts)) {
    yield* placesOfSecrets(
      line.map(({ shown }) => shown),
      redactor,
    );
    for (const group of groupsOf(line)) {
      const words = group.length > MAX_LINE_PARTS ? [] : group.map(({ shown }) => shown.text);
      if (redactor.isSpelledBy(words, { inOrder: true })) yield* group.map(({ shown }) => placeOf(shown));
    }
  }
}

interface PaintedText {
  shown: ShownText;
  rect: DOMRect;
}

function firstRect({ node, holder }: ShownText): DOMRect | undefined {
  if (!node) return holder instanceof Element ? boundingRect(holder) : undefined;
  return contentRects(node)[0];
}

/** Those of which the middle lies beside the first one of their line, from left to right. */
function linesOf(parts: PaintedText[]): PaintedText[][] {
  const lines: PaintedText[][] = [];
  for (const part of parts.sort((a, b) => a.rect.top - b.rect.top)) {
    const line = lines.at(-1);
    const middle = part.rect.top + part.rect.height / 2;
    if (line && middle < (line[0] as PaintedText).rect.bottom) line.push(part);
    else lines.push([part]);
  }
  return lines
    .filter(({ length }) => length > 1)
    .map((line) => line.sort((a, b) => a.rect.left - b.rect.left));
}

/** Heights of a text to the next one, from which they are no word. */
const MAX_GAP = 3;

/** Those of a line that stand near each other. */
function groupsOf(line: readonly PaintedText[]): PaintedText[][] {
  const groups: PaintedText[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const part of line) {
    if (part.rect.left - end < MAX_GAP * part.rect.height) groups.at(-1)?.push(part);
    else groups.push([part]);
    end = part.rect.right;
  }
  return groups.filter(({ length }) => length > 1);
}
