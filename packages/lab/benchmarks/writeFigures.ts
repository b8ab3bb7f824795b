import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { benchmarkPath, repositoryPath } from './paths.ts';

/**
 * Replaces the figures of docs/benchmarks.md that a command writes: those after its mark, up to the end of figures.
 * @param command for example `npm run bench -- --write`
 */
export const writeFigures = (command: string, figures: readonly string[]): void =>
  replace('docs/benchmarks.md', command, figures);

/** As `writeFigures`, in README.md. */
export const writeReadme = (command: string, figures: readonly string[]): void =>
  replace('README.md', command, figures);

/** Writes benchmarks/out/NAME.json, and NAME.md with the paragraphs of a report. */
export function writeOut(name: string, results: unknown, report: readonly string[]): void {
  mkdirSync(benchmarkPath('out'), { recursive: true });
  writeFileSync(benchmarkPath('out', `${name}.json`), `${JSON.stringify(results, null, 1)}\n`);
  writeFileSync(benchmarkPath('out', `${name}.md`), `${report.join('\n\n')}\n`);
}

function replace(name: string, command: string, figures: readonly string[]): void {
  const path = repositoryPath(name);
  const mark = `<!-- figures: written by ${command} -->`;
  const end = '<!-- end of figures -->';
  const [before, rest] = readFileSync(path, 'utf8').split(mark);
  const stop = rest?.indexOf(end) ?? -1;
  if (rest === undefined || stop < 0) throw new Error(`${name} has lost its marks: ${mark} and ${end}`);
  writeFileSync(path, `${before}${mark}\n\n${figures.join('\n\n')}\n\n${rest.slice(stop)}`);
}
