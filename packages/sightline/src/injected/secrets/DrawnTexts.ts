import type { SecretRedactor } from '../../snapshot/secrets/SecretRedactor.ts';

/** Drawings within drawings. */
const MAX_DEPTH = 3;
const MAX_LENGTH = 2_000_000;
/** Of all that is read for one text: an address in another is read once more. */
const MAX_READ = 10 * MAX_LENGTH;

/** What drawings say: as it may be read, and piece by piece, each of which may be painted anywhere. */
interface DrawnWords {
  words: string[];
  pieces: string[];
}

/** The words of drawings that stand in addresses (`data:image/svg+xml`), each read once. */
export class DrawnTexts {
  readonly #known = new Map<string, DrawnWords | undefined>();

  /** Whether a drawing whose address stands in the text shows a secret; also where its words cannot be read. */
  repeatSecret(text: string, redactors: readonly SecretRedactor[]): boolean {
    if (!DRAWING.test(text)) return false;
    if (!this.#known.has(text)) this.#known.set(text, wordsOf(text, MAX_DEPTH));
    const drawn = this.#known.get(text);
    if (drawn === undefined) return true;
    const { words, pieces } = drawn;
    return redactors.some(
      (redactor) =>
        words.some((one) => redactor.occursIn(one)) || redactor.isSpelledBy(pieces, { inOrder: false }),
    );
  }
}

const DRAWING = /data:\s*image\/svg/i;
const CSS_ESCAPE = /\\([\da-f]{1,6})\s?/gi;
const CHARSET = /;\s*charset\s*=\s*"?(?!utf-?8|us-ascii)/i;

/** As they are written and as they read; undefined where they may be in a way that is not understood. */
function wordsOf(text: string, depth: number, budget = { left: MAX_READ }): DrawnWords | undefined {
  if (depth === 0 || text.length > MAX_LENGTH) return undefined;
  const found: DrawnWords = { words: [], pieces: [] };
  for (const address of addressesIn(text)) {
    budget.left -= address.length;
    if (budget.left < 0) return undefined;
    const isDrawing = DRAWING.test(address.slice(0, MAX_TYPE_LENGTH));
    // A style sheet, which only a drawing has in its address.
    if (!isDrawing && depth === MAX_DEPTH) continue;
    const source = readAddress(address);
    if (source === undefined && isDrawing) return undefined;
    if (source === undefined) continue;
    found.words.push(...readings(source));
    found.pieces.push(...stringsIn(source));
    if (!isDrawing) continue;
    readDrawing(source, found);
    if (!/data:/i.test(source)) continue;
    const inner = wordsOf(source, depth - 1, budget);
    if (!inner) return undefined;
    found.words.push(...inner.words);
    found.pieces.push(...inner.pieces);
  }
  return found;
}

const MAX_TYPE_LENGTH = 40;

/** Each to the end of the text: where it ends is not known, and it may itself hold others. */
function* addressesIn(text: string): Generator<string> {
  for (const { index } of text.matchAll(/data:/gi)) yield text.slice(index);
}

function readings(source: string): string[] {
  const unescaped = source.replace(CSS_ESCAPE, (_, code) =>
    String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
  );
  return [source, unescaped, source.replace(/["'\\]/g, '')];
}

/** Of a style. */
const stringsIn = (source: string): string[] =>
  Array.from(source.matchAll(/content\s*:[^"';}]*(?:"([^"]*)"|'([^']*)')/gi), ([, a, b]) => a ?? b ?? '');

/** Its texts, turned round too, and those attributes that a style may show, with what stands for their letters resolved. */
function readDrawing(source: string, { words, pieces }: DrawnWords): void {
  const parsed = new DOMParser().parseFromString(source, 'image/svg+xml');
  const read = parsed.documentElement.textContent ?? '';
  const turned = [...read].reverse().join('');
  words.push(read, turned, `${source} ${read}`.replace(/["'\\]/g, ''));
  const texts = parsed.createTreeWalker(parsed, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const piece = (text.nodeValue ?? '').trim();
    if (piece !== '') pieces.push(piece, [...piece].reverse().join(''));
  }
  const values = Array.from(parsed.querySelectorAll('*'), ({ attributes }) =>
    Array.from(attributes, ({ value }) => value),
  );
  words.push(...values.flat());
  if (/attr\(/i.test(source)) pieces.push(...values.flat());
}

/** What stands behind the comma, decoded. */
function readAddress(address: string): string | undefined {
  const comma = address.indexOf(',');
  const header = address.slice(0, Math.max(0, comma));
  if (CHARSET.test(header)) return undefined;
  const body = percentDecoded(address.slice(comma + 1));
  const drawing = /;\s*base64\s*$/i.test(header) ? fromBase64(body) : body;
  // In an encoding of two bytes a character, or with one of its own.
  const isForeign =
    drawing?.includes('\0') || /<\?xml[^>]*encoding\s*=\s*["'](?!utf-?8)/i.test(drawing ?? '');
  return isForeign ? undefined : drawing;
}

const percentDecoded = (text: string): string =>
  text.replace(/(?:%[\da-f]{2})+/gi, (run) => {
    const bytes = Uint8Array.from(run.slice(1).split('%'), (code) => Number.parseInt(code, 16));
    return new TextDecoder().decode(bytes);
  });

/** Up to what ends the address in a style. */
function fromBase64(text: string): string | undefined {
  const code = /^[\s\w+/=-]*/.exec(text)?.[0].replace(/\s/g, '') ?? '';
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(code), (one) => one.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
