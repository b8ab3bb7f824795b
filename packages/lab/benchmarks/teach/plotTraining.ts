import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** A line of log.jsonl: a step with its loss, or a check of examples that are not trained on. */
export type TrainingLine =
  | { kind: 'step'; step: number; loss: number }
  | { kind: 'check' | 'held-out'; step: number; loss: number; exact: number; examples: number };

/** `plot LOG.jsonl -o FILE.svg`: draws loss and exact match over the steps of a training. */
export async function plotTraining(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { output: { type: 'string', short: 'o', default: 'training.svg' } },
  });
  const [log] = positionals;
  if (!log) throw new Error('say which log: plot LOG.jsonl -o FILE.svg');
  const lines = readFileSync(resolve(log), 'utf8').split('\n').filter(Boolean);
  writeFileSync(resolve(values.output), drawTraining(lines.map((line) => JSON.parse(line))));
}

const [WIDTH, HEIGHT, MARGIN] = [640, 260, 40];

interface Curve {
  label: string;
  colour: string;
  /** Step and value; the value is a part of `highest`. */
  points: [number, number][];
  highest: number;
}

/** An SVG that can be read on white and on black. */
export function drawTraining(lines: readonly TrainingLine[]): string {
  const steps = lines.filter((line) => line.kind === 'step');
  const highest = Math.max(1, ...steps.map(({ loss }) => loss));
  const curves: Curve[] = [
    {
      label: 'loss of the step',
      colour: '#2a78c8',
      highest,
      points: steps.map(({ step, loss }) => [step, loss]),
    },
    exactMatch(lines, 'check', 'exact match, same sites', '#2c9a4b'),
    exactMatch(lines, 'held-out', 'exact match, sites held out', '#d0752a'),
  ];
  const last = Math.max(1, ...curves.flatMap(({ points }) => points.map(([step]) => step)));
  const xOf = (step: number): number => MARGIN + (step / last) * (WIDTH - 2 * MARGIN);
  const yOf = (share: number): number => HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN);
  const drawn = curves.map(({ points, highest: top, colour, label }, at) => {
    const places = points.map(([step, value]) => `${xOf(step).toFixed(1)},${yOf(value / top).toFixed(1)}`);
    const dots = places.map(
      (place) => `<circle cx="${place.split(',')[0]}" cy="${place.split(',')[1]}" r="2.5" fill="${colour}"/>`,
    );
    return `<polyline fill="none" stroke="${colour}" points="${places.join(' ')}"/>${dots.join('')}<text x="${MARGIN + at * 190}" y="20" fill="${colour}">${label}</text>`;
  });
  const axes = [
    `<path d="M${MARGIN} ${MARGIN}V${HEIGHT - MARGIN}H${WIDTH - MARGIN}V${MARGIN}" fill="none" stroke="#888"/>`,
    ...[0, 0.5, 1].flatMap((share) => [
      `<text x="4" y="${yOf(share) + 4}" fill="#888">${(share * highest).toFixed(1)}</text>`,
      `<text x="${WIDTH - MARGIN + 4}" y="${yOf(share) + 4}" fill="#888">${share * 100} %</text>`,
      `<text x="${xOf(share * last) - 8}" y="${HEIGHT - MARGIN + 18}" fill="#888">${Math.round(share * last)}</text>`,
    ]),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12"><title>Loss and exact match over the steps of a training</title>
${[...axes, ...drawn].join('\n')}</svg>\n`;
}

const exactMatch = (
  lines: readonly TrainingLine[],
  kind: 'check' | 'held-out',
  label: string,
  colour: string,
): Curve => ({
  label,
  colour,
  highest: 1,
  points: lines.flatMap((line) => (line.kind === kind ? [[line.step, line.exact] as [number, number]] : [])),
});
