import type { PageNode } from '../model/Page.ts';

/** Width of a letter, and height of a line, in heights of a letter. */
const WIDE = 0.54;
const LINE = 1.25;
const SMALLEST = 7;

/**
 * Lines that fill a box as the words did in the page, whose own lines and sizes are not known: as large as they fit,
 * `most` at most. What does not fit at the smallest size is left out.
 */
export function fitWords(
  words: string,
  width: number,
  height: number,
  most: number,
): { lines: string[]; size: number } {
  const filling = Math.sqrt((width * height) / (words.length * WIDE * LINE));
  let size = Math.max(SMALLEST, Math.min(most, filling, height / LINE));
  for (; ; size = Math.max(SMALLEST, size * 0.92)) {
    const lines = wrap(words, Math.max(1, Math.floor(width / (size * WIDE))));
    const room = Math.max(1, Math.floor(height / (size * LINE) + 0.2));
    if (lines.length <= room || size === SMALLEST)
      return { lines: lines.slice(0, room), size: Math.round(size * 10) / 10 };
  }
}

/** How high letters of a node are at most, CSS pixels: of headings, of anything else. */
export const highestLetters = (node: PageNode): number =>
  node.closest(({ role }) => role === 'heading') ? 32 : 15;

function wrap(words: string, most: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > most) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word.slice(0, most) : ` ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}
