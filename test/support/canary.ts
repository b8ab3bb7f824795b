/** A secret that is found again in whatever form it is written, and of which no piece is a word of its own. */
export interface Canary {
  value: string;
  /** What a page that swallowed all but letters and digits would still show. */
  pieces: string[];
}

/** The nth of a test. Quotes, an accent and spaces, so that each way of writing it differs. `long` sets its length. */
export function canary(n: number, long = true): Canary {
  const mark = `${n}`.padStart(2, '0');
  const pieces = [`Kvq${mark}`, ...(long ? [`wrenz${mark}`, `finkx${mark}`] : [])];
  return { value: pieces.join('"\u00e4 <'), pieces };
}

/** Digits, as cards and codes have. */
export function digitCanary(n: number, length = 16): Canary {
  const value = `${73}${String(n).padStart(3, '0')}${'948271635048'}`.padEnd(length, '6').slice(0, length);
  return { value, pieces: [value] };
}

/** The canaries that stand in `text`, as they are or encoded. */
export function findCanaries(text: string, canaries: Iterable<Canary>): string[] {
  const digits = text.replace(/(?<=\d)[\s-](?=\d)/g, '');
  const found: string[] = [];
  for (const { value, pieces } of canaries)
    if (pieces.some((piece) => text.includes(piece) || digits.includes(piece)) || holdsBase64(text, value))
      found.push(value);
  return found;
}

/** In any of the three places that a byte may have in it. */
function holdsBase64(text: string, value: string): boolean {
  if (value.length < 12) return false;
  return [0, 1, 2].some((shift) => {
    const written = Buffer.from(' '.repeat(shift) + value).toString('base64');
    return text.includes(written.slice(shift === 0 ? 0 : 4, Math.floor(written.length / 4) * 4 - 4));
  });
}
