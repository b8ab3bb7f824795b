import fc from 'fast-check';
import { IMITATIONS } from './imitations.ts';

/** Every code point but the halves of others, by what NFKC reads it as where that is one ASCII character. */
function compatibleCharacters(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (let code = 0xa0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    const read = character.normalize('NFKC');
    if (/^[!-~]$/.test(read)) found.set(read, [...(found.get(read) ?? []), character]);
  }
  return found;
}

const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff })
  .map((code) => String.fromCodePoint(code >= 0xd800 && code <= 0xdfff ? 0x200b : code));

/** What shows nothing, or nearly nothing, and may stand between the characters of an imitation. */
const unseen = fc.constantFrom(
  ...'\u0000\u0008\u001b\u007f\u009b\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b\u180e\u180f\u200b\u200c\u200d\u200e\u202e\u2028\u2060\u2064\u2066\u2800\u3164\ufe00\ufe0f\ufeff\uffa0\ufff9\u0600\u070f\u0301\ue000',
  ...['\u{110bd}', '\u{13430}', '\u{1bca0}', '\u{1d173}', '\u{e0001}', '\u{e0041}', '\u{e0100}', '\u{f0000}'],
);

/** Imitations of structure, in look-alike characters and with others from the whole of Unicode between them. */
export function lookalikes(): fc.Arbitrary<string> {
  const compatible = compatibleCharacters();
  const written = (character: string) => {
    const others = compatible.get(character) ?? [];
    return fc.oneof(
      { weight: 6, arbitrary: fc.constant(character) },
      ...(others.length > 0 ? [{ weight: 2, arbitrary: fc.constantFrom(...others) }] : []),
      { weight: 1, arbitrary: unseen.map((one) => one + character) },
      { weight: 1, arbitrary: unseen.map((one) => character + one) },
    );
  };
  const imitation = fc
    .constantFrom(...IMITATIONS)
    .chain((text) => fc.tuple(...[...text].map(written)).map((parts) => parts.join('')));
  const noise = fc.array(anyCharacter, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
  return fc
    .array(fc.oneof({ weight: 3, arbitrary: imitation }, { weight: 1, arbitrary: noise }), {
      minLength: 1,
      maxLength: 3,
    })
    .map((parts) => parts.join(''));
}

const UNSEEN =
  /(?![\n\t])[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}]|(?![\u200c\u200d\ufe0e\ufe0f])[\p{Default_Ignorable_Code_Point}\p{Cf}]/u;

/** The first character of a text that a person does not see, and no script needs. */
export function firstUnseen(text: string): string | undefined {
  const code = UNSEEN.exec(text)?.[0].codePointAt(0);
  return code === undefined ? undefined : `U+${code.toString(16)}`;
}

const REGIONS = 'BANNER|NAV|NAVIGATION|MAIN|COMPLEMENTARY|CONTENTINFO|SEARCH|FORM|REGION|DIALOG';
/** Structure anywhere in a line, with what escapes it before it. */
const INSIDE =
  /\\[\s\S]|\[\s*\*?\s*\p{N}*\s*\]|<[a-z/!?]|\|\s*(?:SCROLL|IFRAME|SHADOW)|\(\s*(?:(?:row|item)\s*["\u201c\u201d]|scroll|unchanged|ungrouped|offscreen|cut|nothing visible|still loading|(?:about )?\p{N}+ (?:more|elements?|lines?)\b)/giu;
/** The beginning of a line of ours. */
const START = new RegExp(
  `^(?:#{1,6}\\s|={3}|[▼▲]|(?:${REGIONS}|Page|Viewport|Landmarks|Headings|Text|note|sightline)\\s*(?:#\\s*\\d+\\s*)?:|page tools\\s*:|page tool\\s(?=.*\\()|scripts kept for this site|saved\\s+\\S*[/\\\\]|tab \\d+:)`,
  'i',
);

/** Markdown without its code, which is read as it is. */
export const withoutCode = (markdown: string): string =>
  markdown.replace(/\\`|(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, 'code');

/** All of a text that reads as structure, in order, with numbers left out. */
export function structureOf(text: string): string[] {
  const read = text
    .replace(/[\u2800]/g, ' ')
    // Only a backslash escapes.
    .replace(/[\ufe68\uff3c]/g, '~')
    .normalize('NFKC')
    .replace(/[\p{M}\u200c\u200d]/gu, '');
  return read.split('\n').flatMap((line) => {
    const inside = (line.match(INSIDE) ?? []).filter((token) => !token.startsWith('\\'));
    return [...(START.exec(line.trimStart()) ?? []), ...inside].map((token) =>
      token
        .replace(/\p{N}+/gu, 'N')
        .replace(/\s+/g, ' ')
        .toLowerCase(),
    );
  });
}
