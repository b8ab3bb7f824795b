import { ATTEMPTS } from './attempts.ts';

/** Words that no rule of any escape could mean. */
const harmless = (i: number): string => `harmless words ${String.fromCharCode(97 + (i % 26))}`;

/** Where a page's own words come through: texts, names, values, options, headings, regions, tables, addresses. */
const BUILD = `
for (const [i, said] of words.entries()) {
  const section = add(document.body, 'section', { 'aria-label': i % 7 === 0 ? said + ' ends' : 'part ' + i });
  add(section, 'h2', {}, said, ' ends');
  add(section, 'p', {}, said, ' ends');
  add(section, 'p', {}, 'before ', said, ' after');
  add(section, 'a', { href: '#' + encodeURIComponent(said.replace(/[\\ud800-\\udfff]/g, '')) }, said, ' link');
  add(section, 'button', { 'aria-label': said + ' button' });
  add(section, 'button', { title: said, id: said }, 'named ', said);
  add(section, 'input', { placeholder: said, value: said, 'aria-label': 'field ' + said, pattern: said });
  const select = add(section, 'select', { 'aria-label': 'choice ' + i });
  add(select, 'option', {}, 'first ' + i);
  add(select, 'option', {}, said);
  add(section, 'img', { alt: 'picture ' + said, width: 20, height: 20, src: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=' });
}
const table = add(document.body, 'table', { 'aria-label': 'the table' });
for (const said of words) add(add(table, 'tr', {}), 'td', {}, said);
function add(parent, tag, attributes, ...texts) {
  const element = parent.appendChild(document.createElement(tag));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...texts);
  return element;
}`;

/** A page that says every attempt in every place; or the same page with nothing to fear in it. */
export function pageOf(kind: 'hostile' | 'harmless'): string {
  const attempts = Object.values(ATTEMPTS);
  const words = kind === 'hostile' ? attempts : attempts.map((_, i) => harmless(i));
  // Surrogates and all: what JSON escapes, no encoding of the page can change.
  const json = JSON.stringify(words).replace(
    /[<\u007f-\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>page</title><link rel="icon" href="data:,"><body><script>document.title = 'page'; const words = ${json};${BUILD}</script></body></html>`;
}

/** Controls but line ends and tabs, directions, what has no width, tags, private use, halves of a character. */
const UNSEEN =
  /[\0-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ue000-\uf8ff\ufeff\uffa0\u{e0000}-\u{e0fff}\u{f0000}-\u{10ffff}]|\p{Surrogate}/u;

export const hasUnseen = (text: string): boolean => UNSEEN.test(text);

/** A longer run of marks than any script stacks. */
export const hasStack = (text: string): boolean => /\p{M}{10}/u.test(text);

/** What begins a line of ours: a page, a region, a heading, what was found but is hidden. */
const START =
  /^\s*(?:(?:BANNER|NAV|MAIN|DIALOG|REGION|FORM|SEARCH|ASIDE|CONTENTINFO|PAGE)(?:#\d+)?(?=:)|#{1,6}(?= )|Page(?=:)|Hidden now:$)/;
/** What is ours anywhere: a number, a boundary, a fold with its call, a marker. */
const INSIDE =
  /(?<!\\)\*?\[\p{N}+\]|(?<!\\)<\/?(?:page|notes|error)-[^>]*>|(?<!\\)\((?:cut|\d+ more)\b|(?<!\\)\|(?:SCROLL|IFRAME|SHADOW)/gu;

/** Everything in a text that reads as structure, in its order. What a page says must not change it. */
export function structureOf(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const inside = line.match(INSIDE) ?? [];
    return [...(START.exec(line) ?? []), ...inside].map((one) =>
      one
        .trim()
        .replace(/-[0-9a-f]{10}>/, '-NAME>')
        .replace(/\p{N}+/u, 'N'),
    );
  });
}
