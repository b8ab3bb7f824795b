import type { PageNode } from '../../snapshot/Page.ts';

/** Letter width and line height, in font sizes. */
const LETTER_WIDTH = 0.54;
const LINE_HEIGHT = 1.25;
const MIN_LETTER_SIZE = 7;

/**
 * Wraps a text to fill a box at the largest size that fits, up to `maxSize`: a snapshot has neither lines nor font
 * sizes. What does not fit at the smallest size is left out.
 */
export function fitTextToBox(
  text: string,
  width: number,
  height: number,
  maxSize: number,
): { lines: string[]; size: number } {
  const filling = Math.sqrt((width * height) / (text.length * LETTER_WIDTH * LINE_HEIGHT));
  let size = Math.max(MIN_LETTER_SIZE, Math.min(maxSize, filling, height / LINE_HEIGHT));
  for (; ; size = Math.max(MIN_LETTER_SIZE, size * 0.92)) {
    const lines = wrapLines(text, Math.max(1, Math.floor(width / (size * LETTER_WIDTH))));
    const maxLines = Math.max(1, Math.floor(height / (size * LINE_HEIGHT) + 0.2));
    if (lines.length <= maxLines || size === MIN_LETTER_SIZE)
      return { lines: lines.slice(0, maxLines), size: Math.round(size * 10) / 10 };
  }
}

/** Largest font size of a node, CSS pixels. */
export const maxLetterSize = (node: PageNode): number =>
  node.closest(({ role }) => role === 'heading') ? 32 : 15;

function wrapLines(text: string, maxLetters: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > maxLetters) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word.slice(0, maxLetters) : ` ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}
