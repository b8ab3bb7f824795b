import { Random } from './pages/Random.mjs';
import { visibleRuns } from './visibleRuns.mjs';

/**
 * What of the page an unfolded view leaves out, by oracles that share no code with the capture.
 * @typedef {object} Coverage
 * @property {number} words in the visible text runs of the page
 * @property {number} wordsMissing of them in the outline, counted with repetition
 * @property {string[]} textExamples runs that hold missing words
 * @property {number} refs usable elements of Playwright's snapshot that were looked up (a sample)
 * @property {number} refsMissing of them without a number of ours
 * @property {string[]} refExamples
 * @property {number} usable our usable elements @property {number} listed of them, in the interactive-only view
 */

const sampleSize = 250;
const usableRoles = new Set(
  'button link textbox searchbox checkbox radio combobox listbox slider spinbutton switch tab menuitem menuitemcheckbox menuitemradio treeitem'.split(
    ' ',
  ),
);

/**
 * @param {import('../../sightline/dist/index.js').Session} reader @param {import('playwright-core').Page} page
 * @param {string} aria Playwright's snapshot, just taken: its refs still resolve
 * @returns {Promise<Coverage>}
 */
export async function measureCoverage(reader, page, aria) {
  const { text: outline } = await reader.look({ full: true });
  const { data } = await reader.look({ view: 'json', full: true });
  const { text: interactive } = await reader.look({ interactiveOnly: true, full: true });
  const listed = new Set([...interactive.matchAll(/\[(\d+)\]</g)].map(([, number]) => Number(number)));
  return {
    ...compareText(await page.evaluate(visibleRuns), outline),
    ...(await compareRefs(page, aria, data.elements)),
    usable: data.elements.length,
    listed: data.elements.filter(({ index }) => listed.has(index)).length,
  };
}

/** The visible words of a page that a text leaves out, counted with repetition. @param {string[]} runs @param {string} outline */
export function compareText(runs, outline) {
  const shown = countWords(outline.replace(/\[\d+\]/g, ' ').replace(/<[a-z][\w-]*/g, ' '));
  const examples = [];
  let words = 0;
  let wordsMissing = 0;
  for (const run of runs) {
    const missing = wordsOf(run).filter((word) => !take(shown, word));
    words += wordsOf(run).length;
    wordsMissing += missing.length;
    if (missing.length > 0 && examples.length < 12) examples.push(run.trim().slice(0, 80));
  }
  return { words, wordsMissing, textExamples: examples };
}

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function countWords(text) {
  const counts = new Map();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function take(counts, word) {
  const left = counts.get(word) ?? 0;
  if (left > 0) counts.set(word, left - 1);
  return left > 0;
}

async function compareRefs(page, aria, elements) {
  const usable = [...aria.matchAll(/^\s*- (\w+)(.*?) \[ref=(\w+)\]/gm)].filter(([, role]) =>
    usableRoles.has(role),
  );
  const sample = pickSample(usable, new Random(5));
  const ours = new Map(elements.map((element) => [placeOf(element.tag, element.bbox), element]));
  const examples = [];
  for (const [, role, name, ref] of sample) {
    const { tag, box } = await page.getByRef(ref).evaluate(whereIs);
    const found = near(box).some((place) => ours.has(placeOf(tag, place)));
    if (!found) examples.push(`${role}${name.slice(0, 60)} <${tag}> at ${Object.values(box).join(',')}`);
  }
  return { refs: sample.length, refsMissing: examples.length, refExamples: examples.slice(0, 12) };
}

function pickSample(list, random) {
  if (list.length <= sampleSize) return list;
  return Array.from({ length: sampleSize }, () => random.pick(list));
}

function whereIs(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  const box = { x: x + scrollX, y: y + scrollY, width, height };
  return { tag: element.localName, box };
}

const placeOf = (tag, box) => (box ? `${tag}@${Math.round(box.x)},${Math.round(box.y)}` : tag);

/** The same place, should either side have rounded it differently. */
function near(box) {
  const steps = [0, -1, 1];
  return steps.flatMap((dx) => steps.map((dy) => ({ x: box.x + dx, y: box.y + dy })));
}
