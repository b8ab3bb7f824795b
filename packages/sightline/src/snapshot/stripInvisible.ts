/**
 * Characters that show nothing, or reorder what shows: controls, format characters (bidirectional marks and overrides,
 * tags, zero-width ones) but the joiners that scripts and emoji need, what is ignorable by default, and the private-use
 * glyphs of icon fonts.
 */
const INVISIBLE =
  /(?![\u200c\u200d\ufe0e\ufe0f])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Zl}\p{Zp}\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu;

const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Joiners and variation selectors belong to scripts and emoji: next to ASCII they only break words up. */
const JOINERS =
  /(?<=^|[\x00-\x7f])[\u200c\u200d\ufe0e\ufe0f]+|[\u200c\u200d\ufe0e\ufe0f]+(?=[\x00-\x7f]|$)|(?<=[\u200c\u200d])[\u200c\u200d]+/g;
/** No script stacks more marks than this on a letter. */
const STACKED_MARKS = /(\p{M}{8})\p{M}+/gu;

/** Text without the characters that a person does not see. Line breaks and tabs stay. */
export function stripInvisible(text: string): string {
  if (/^[\n\t\x20-\x7e]*$/.test(text)) return text;
  const visible = text.replace(INVISIBLE, '').replace(LONE_SURROGATE, '\ufffd');
  return /[\p{M}\u200c\u200d]/u.test(visible)
    ? visible.replace(JOINERS, '').replace(STACKED_MARKS, '$1')
    : visible;
}

/** JSON in which every character that a person does not see is written as an escape: no value is changed. */
export function escapeInvisible(json: string): string {
  if (/^[\n\x20-\x7e]*$/.test(json)) return json;
  return json.replace(INVISIBLE_OR_JOINER, (character) =>
    Array.from(
      { length: character.length },
      (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

const INVISIBLE_OR_JOINER = new RegExp(`[\\u200c\\u200d\\ufe0e\\ufe0f]|${INVISIBLE.source}`, 'gu');
