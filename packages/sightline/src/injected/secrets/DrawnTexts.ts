import type { SecretRedactor } from '../../snapshot/secrets/SecretRedactor.ts';

/** Drawings within drawings. */
const MAX_DEPTH = 3;
const MAX_LENGTH = 2_000_000;

/** The words of drawings that stand in addresses (`data:image/svg+xml`), each read once. */
export class DrawnTexts {
  readonly #known = new Map<string, readonly string[] | undefined>();

  /** Whether a drawing whose address stands in the text shows a secret; also where its words cannot be read. */
  repeatSecret(text: string, redactors: readonly SecretRedactor[]): boolean {
    if (!DRAWING.test(text)) return false;
    if (!this.#known.has(text)) this.#known.set(text, wordsOf(text, MAX_DEPTH));
    const words = this.#known.get(text);
    return words === undefined || words.some((one) => redactors.some((redactor) => redactor.occursIn(one)));
  }
}

const DRAWING = /data:\s*image\/svg/i;
const CSS_ESCAPE = /\\([\da-f]{1,6})\s?/gi;
const CHARSET = /;\s*charset\s*=\s*"?(?!utf-?8|us-ascii)/i;

/** As they are written and as they read; undefined where they may be in a way that is not understood. */
function wordsOf(text: string, depth: number): string[] | undefined {
  if (depth === 0 || text.length > MAX_LENGTH) return undefined;
  const words: string[] = [];
  for (const address of text.split(/(?=data:)/i)) {
    if (!DRAWING.test(address)) continue;
    const drawing = readDrawing(address);
    if (drawing === undefined) return undefined;
    const read = new DOMParser().parseFromString(drawing, 'image/svg+xml').documentElement.textContent ?? '';
    const unescaped = drawing.replace(CSS_ESCAPE, (_, code) =>
      String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
    );
    words.push(drawing, read, unescaped, `${drawing} ${read}`.replace(/["'\\]/g, ''));
    const inner = DRAWING.test(drawing) ? wordsOf(drawing, depth - 1) : [];
    if (!inner) return undefined;
    words.push(...inner);
  }
  return words;
}

/** What stands behind the comma, decoded. */
function readDrawing(address: string): string | undefined {
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
