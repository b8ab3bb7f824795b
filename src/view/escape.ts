import { REGION_LABELS } from '../structure/landmarks.ts';

/**
 * Page text is data: it must not read as a number, a tag, a landmark or a marker of ours. A backslash
 * before the first character takes its meaning away. This is mitigation, not proof: a model can still
 * be talked to.
 */

/**
 * Characters that show nothing, or reorder what shows: controls, bidirectional marks and overrides,
 * zero-width ones but the joiners that scripts and emoji need, tags, and the private-use glyphs of icon fonts.
 */
const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ue000-\uf8ff\ufe00-\ufe0d\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}\u{f0000}-\u{10ffff}]/gu;

const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Nothing that `clean` or `escapeInline` could change. Most text of most pages ends here. */
const PLAIN = /^[\x20-\x5a\x5d-\x7b\x7d\x7e]*$/;
const HAS_ANGLE_OR_PAREN = /[<(]/;

/** Text without the characters that a person does not see. */
export function clean(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return text.replace(UNSEEN, '').replace(LONE_SURROGATE, '\ufffd');
}

/** Also where the run ends: the next one may go on with what was begun. */
const NUMBER = /\[(?=\s*\*?\s*\d*\s*(?:\]|$))/g;
const TAG = /<(?=[a-z/!?]|$)/gi;
const MARKER = /\|(?=\s*(?:SCROLL|SHADOW|IFRAME|$))/gi;
const ASIDE =
  /\((?=(?:(?:row|item|in|article|group|figure|option|scroll|unchanged|ungrouped|offscreen|in the viewport|cut here|still loading|more \w+ may)\b|(?:about )?\d+ more\b|$))/gi;

/** Cleans text and escapes what would read as structure anywhere in a line. */
export function escapeInline(text: string): string {
  if (PLAIN.test(text) && !HAS_ANGLE_OR_PAREN.test(text)) return text;
  return clean(text).replace(NUMBER, '\\[').replace(TAG, '\\<').replace(MARKER, '\\|').replace(ASIDE, '\\(');
}

const LINE_START = new RegExp(
  `^\\s*(?:#{1,6}\\s|\\*\\s*\\[|[▼▲…]|={3}|(?:${[...REGION_LABELS, 'NAVIGATION', 'Page', 'Viewport', 'Landmarks', 'Headings', 'Text'].join('|')})(?:#\\d+)?\\s*:|\\((?:about )?\\d+ more)`,
  'i',
);

/** Escapes page text that begins a line, where more would read as structure. */
export function escapeLineStart(text: string): string {
  return LINE_START.test(text) ? `\\${text}` : text;
}

/** A string between double quotes, on one line, with no way out of them. */
export function quote(text: string): string {
  return `"${escapeInline(text).replace(/\s+/g, ' ').trim().replaceAll('"', "'")}"`;
}

/** An attribute value, quoted only where it must be. Capped at 100 characters (seed 002, 3.1). */
export function attributeValue(value: string, always: boolean): string {
  const cleaned = escapeInline(cap(value.replace(/\s+/g, ' ').trim()));
  const bare = !always && /^[^\s"'<>=[\]|(),]+$/.test(cleaned);
  return bare ? cleaned : `"${cleaned.replaceAll('"', "'")}"`;
}

const VALUE_LENGTH = 100;

function cap(value: string): string {
  return value.length > VALUE_LENGTH ? `${value.slice(0, VALUE_LENGTH - 1)}…` : value;
}
