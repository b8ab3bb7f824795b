import type { SecretRedactor } from '../../snapshot/secrets/SecretRedactor.ts';
import { boundingRect } from '../dom/dom.ts';
import type { SecretPlace } from './paintedAreas.ts';
import { placesOfSecrets, type ShownText } from './shownText.ts';

/** Texts of which it is asked where they are painted. */
const MAX_PARTS = 2_000;

/**
 * Where texts side by side spell a secret, wherever the document has them: items in an order of their own, slots, both sides of a
 * shadow root, what is placed or floats.
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
  for (const line of linesOf(parts))
    if (line.length > 1)
      yield* placesOfSecrets(
        line.sort((a, b) => a.rect.left - b.rect.left).map(({ shown }) => shown),
        redactor,
      );
}

interface PaintedText {
  shown: ShownText;
  rect: DOMRect;
}

function firstRect({ node, holder }: ShownText): DOMRect | undefined {
  if (!node) return holder instanceof Element ? boundingRect(holder) : undefined;
  const range = document.createRange();
  range.selectNodeContents(node);
  return range.getClientRects()[0];
}

/** Those of which the middle lies beside the first one of their line. */
function linesOf(parts: PaintedText[]): PaintedText[][] {
  const lines: PaintedText[][] = [];
  for (const part of parts.sort((a, b) => a.rect.top - b.rect.top)) {
    const line = lines.at(-1);
    const middle = part.rect.top + part.rect.height / 2;
    if (line && middle < (line[0] as PaintedText).rect.bottom) line.push(part);
    else lines.push([part]);
  }
  return lines;
}
