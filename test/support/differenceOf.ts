import { type DocumentSnapshot, Flag } from '../../packages/sightline/src/snapshot/Snapshot.ts';

/** What the door marks itself, besides what the page script says. */
const MARKED = Flag.Listener | Flag.Unreadable;

/**
 * The first difference between two captures of the same document, '' for none: every column of every
 * row by what it means, whatever the order in which strings were interned.
 */
export function differenceOf(one: DocumentSnapshot, other: DocumentSnapshot): string {
  const left = linesOf(one);
  const right = linesOf(other);
  for (let at = 0; at < Math.max(left.length, right.length); at++)
    if (left[at] !== right[at]) return `line ${at}:\n  ${left[at]}\n  ${right[at]}`;
  return '';
}

function linesOf({ strings, rows, owner: _, ...head }: DocumentSnapshot): string[] {
  const word = (index: number | undefined): string =>
    index === -1 ? '(content)' : (strings[index as number] ?? 'missing');
  const { key, url, origin, title, readyState, contentType, viewport, scroll } = head;
  const { x, y, width, height } = scroll;
  const lines = [
    JSON.stringify([key, url, origin, title, readyState, contentType, viewport, x, y, width, height]),
  ];
  let box = 0;
  for (let row = 0; row < rows.tag.length; row++) {
    const flags = (rows.flags[row] as number) & ~MARKED;
    const words = [rows.tag, rows.role, rows.name, rows.text].map((column) => word(column[row]));
    const place = (flags & Flag.Box) === 0 ? [] : rows.boxes.slice(4 * box++, 4 * box);
    lines.push(JSON.stringify([row, rows.up[row], rows.id[row], namesOf(flags), ...words, ...place]));
  }
  const { attributes, scrollers, layers, covered } = rows;
  const pairs = attributes.map((value, i) => (i % 3 === 0 ? value : word(value)));
  return [...lines, ...groups('attribute', pairs, 3), ...groups('scroller', scrollers, 6)].concat(
    groups('layer', layers, 2),
    groups('covered', covered, 2),
  );
}

function namesOf(flags: number): string {
  const entries = Object.entries(Flag);
  return entries.flatMap(([name, bit]) => ((flags & bit) === 0 ? [] : name)).join(' ');
}

function groups(name: string, values: unknown[], size: number): string[] {
  const lines: string[] = [];
  for (let at = 0; at < values.length; at += size)
    lines.push(JSON.stringify([name, ...values.slice(at, at + size)]));
  return lines;
}
