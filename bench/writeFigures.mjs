import { readFileSync, writeFileSync } from 'node:fs';

const path = new URL('../docs/benchmarks.md', import.meta.url);
const end = '<!-- end of figures -->';

/**
 * Replaces the figures of docs/benchmarks.md that a command writes: those after its mark, up to the end of
 * figures. @param {string} command for example `npm run bench -- --write` @param {string[]} figures
 */
export function writeFigures(command, figures) {
  const mark = `<!-- figures: written by ${command} -->`;
  const [before, rest] = readFileSync(path, 'utf8').split(mark);
  const stop = rest?.indexOf(end) ?? -1;
  if (stop < 0) throw new Error(`docs/benchmarks.md has lost its marks: ${mark} and ${end}`);
  writeFileSync(path, `${before}${mark}\n\n${figures.join('\n\n')}\n\n${rest.slice(stop)}`);
}
