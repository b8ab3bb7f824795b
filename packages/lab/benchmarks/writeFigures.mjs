import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Replaces the figures of docs/benchmarks.md that a command writes: those after its mark, up to the end of
 * figures. @param {string} command for example `npm run bench -- --write` @param {string[]} figures
 */
export const writeFigures = (command, figures) => replace('docs/benchmarks.md', command, figures);

/** As `writeFigures`, in README.md. @param {string} command @param {string[]} figures */
export const writeReadme = (command, figures) => replace('README.md', command, figures);

function replace(name, command, figures) {
  const path = new URL(`../${name}`, import.meta.url);
  const mark = `<!-- figures: written by ${command} -->`;
  const end = '<!-- end of figures -->';
  const [before, rest] = readFileSync(path, 'utf8').split(mark);
  const stop = rest?.indexOf(end) ?? -1;
  if (stop < 0) throw new Error(`${name} has lost its marks: ${mark} and ${end}`);
  writeFileSync(path, `${before}${mark}\n\n${figures.join('\n\n')}\n\n${rest.slice(stop)}`);
}
