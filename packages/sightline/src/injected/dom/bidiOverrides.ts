/** Right-to-left and left-to-right override, up to the end of it (UAX 9, section 2.2). */
const OVERRIDES = /([\u202d\u202e])([^\u202c-\u202e]*)\u202c?/g;

/** Letters that run from right to left: Hebrew, Arabic and their like. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Stateless. */
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The text as a person reads it whose direction is overridden by characters: "gnihsihp" within an override is "phishing". */
export function resolveOverrides(text: string): string {
  if (!text.includes('\u202e') && !text.includes('\u202d')) return text;
  return text.replace(OVERRIDES, (_, mark: string, run: string) =>
    overrideDirection(run, mark === '\u202e' ? 'rtl' : 'ltr'),
  );
}

/** A run whose characters are all painted in one direction: turned round where its script is read in the other. */
export function overrideDirection(run: string, direction: 'ltr' | 'rtl'): string {
  const isRead = RIGHT_TO_LEFT.test(run) ? 'rtl' : 'ltr';
  if (isRead === direction) return run;
  return Array.from(graphemes.segment(run), ({ segment }) => segment)
    .reverse()
    .join('');
}

/** Characters by which letters, each by itself, are placed from right to left: isolates, embeddings and marks. */
const PLACING = /[\u061c\u200e\u200f\u202a-\u202c\u2066-\u2069]+/;

/** The text as it is painted where such characters turn the order of what stands between them; '' where there are none. */
export const turnedText = (text: string): string =>
  PLACING.test(text) ? text.split(PLACING).reverse().join('') : '';
