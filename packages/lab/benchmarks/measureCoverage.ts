import type { Page } from 'playwright-core';
import type { Box, Session } from '../../sightline/src/index.ts';
import { Random } from './pages/Random.ts';
import { CONTROL_ROLES } from './roles.ts';
import { visibleRuns } from './visibleRuns.ts';

/** What of the page an unfolded view leaves out, by oracles that share no code with the capture. */
export interface Coverage extends TextCoverage {
  /** Usable elements of Playwright's snapshot that were looked up (a sample). */
  refs: number;
  /** Of them, without a number of ours. */
  refsMissing: number;
  refExamples: string[];
  /** Our usable elements. */
  usable: number;
  /** Of them, in the interactive-only view. */
  listed: number;
}

export interface TextCoverage {
  /** Words in the visible text runs of the page. */
  words: number;
  /** Of them, missing in the text, counted with repetition. */
  wordsMissing: number;
  /** Runs with missing words. */
  textExamples: string[];
}

interface NumberedElement {
  index: number;
  tag: string;
  bbox: Box | null;
}

const SAMPLE_SIZE = 250;

/** @param aria Playwright's snapshot, just taken: its refs still resolve */
export async function measureCoverage(reader: Session, page: Page, aria: string): Promise<Coverage> {
  const { text: outline } = await reader.look({ full: true });
  const { data } = await reader.look({ view: 'json', full: true });
  const elements = data.elements as NumberedElement[];
  const { text: interactive } = await reader.look({ interactiveOnly: true, full: true });
  const listed = new Set([...interactive.matchAll(/\[(\d+)\]</g)].map(([, number]) => Number(number)));
  return {
    ...compareText(await page.evaluate(visibleRuns), outline),
    ...(await compareRefs(page, aria, elements)),
    usable: elements.length,
    listed: elements.filter(({ index }) => listed.has(index)).length,
  };
}

/** The visible words of a page that a text leaves out, counted with repetition. */
export function compareText(runs: readonly string[], text: string): TextCoverage {
  const left = countWords(text.replace(/\[\d+\]/g, ' ').replace(/<[a-z][\w-]*/g, ' '));
  const examples: string[] = [];
  let words = 0;
  let wordsMissing = 0;
  for (const run of runs) {
    const missing = wordsOf(run).filter((word) => !take(left, word));
    words += wordsOf(run).length;
    wordsMissing += missing.length;
    if (missing.length > 0 && examples.length < 12) examples.push(run.trim().slice(0, 80));
  }
  return { words, wordsMissing, textExamples: examples };
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function take(counts: Map<string, number>, word: string): boolean {
  const left = counts.get(word) ?? 0;
  if (left > 0) counts.set(word, left - 1);
  return left > 0;
}

async function compareRefs(
  page: Page,
  aria: string,
  elements: readonly NumberedElement[],
): Promise<Pick<Coverage, 'refs' | 'refsMissing' | 'refExamples'>> {
  const usable = [...aria.matchAll(/^\s*- (\w+)(.*?) \[ref=(\w+)\]/gm)].filter(([, role = '']) =>
    CONTROL_ROLES.has(role),
  );
  const sample = pickSample(usable, new Random(5));
  const ours = new Set(elements.map(({ tag, bbox }) => placeOf(tag, bbox)));
  const examples: string[] = [];
  for (const [, role, name = '', ref = ''] of sample) {
    const { tag, box } = await page.getByRef(ref).evaluate(locate);
    const found = near(box).some((point) => ours.has(placeOf(tag, point)));
    if (!found) examples.push(`${role}${name.slice(0, 60)} <${tag}> at ${Object.values(box).join(',')}`);
  }
  return { refs: sample.length, refsMissing: examples.length, refExamples: examples.slice(0, 12) };
}

function pickSample<T>(list: readonly T[], random: Random): readonly T[] {
  if (list.length <= SAMPLE_SIZE) return list;
  return Array.from({ length: SAMPLE_SIZE }, () => random.pick(list));
}

/** Runs in the page. */
function locate(element: Element): { tag: string; box: Box } {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { tag: element.localName, box: { x: x + scrollX, y: y + scrollY, width, height } };
}

type Point = Pick<Box, 'x' | 'y'>;

const placeOf = (tag: string, point: Point | null): string =>
  point ? `${tag}@${Math.round(point.x)},${Math.round(point.y)}` : tag;

/** The same point, should either side have rounded it differently. */
function near(point: Point): Point[] {
  const steps = [0, -1, 1];
  return steps.flatMap((dx) => steps.map((dy) => ({ x: point.x + dx, y: point.y + dy })));
}
