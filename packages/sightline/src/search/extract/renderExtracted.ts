import { escapeInline, stripInvisible } from '../../render/escape.ts';
import { estimateTokens } from '../../render/estimateTokens.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import { TokenBudget } from '../../render/TokenBudget.ts';
import type { ExtractedData, ExtractedSource } from './extractData.ts';

/** Keys of single values are before the first bracket. */
const ITEM_PATH = /^(.*?)\[(\d+)\]/;

/** The values as JSON, each record with the numbers of the elements that its values came from, and as data. */
export function renderExtracted(
  { value, sources, missing }: ExtractedData,
  { refOf }: RenderContext,
  maxTokens: number,
): { text: string; data: Record<string, unknown> } {
  const numbered = sources.map(({ path, text, node, isFromText }) => ({
    path,
    number: refOf(node),
    text: stripInvisible(text),
    ...(isFromText && { isFromText }),
  }));
  const budget = new TokenBudget(maxTokens);
  const single = numbered.filter(({ path }) => !ITEM_PATH.test(path));
  const lines = single.length > 0 ? [json(withoutLists(value)), fromText(single)] : [];
  for (const line of lines) budget.spend(estimateTokens(line));
  for (const [path, records] of listsIn(value)) {
    const numbers = numbersByItem(path, numbered);
    const written = records.map((record, i) => `${json(record)} ${numbers[i] ?? ''}`.trim());
    const shown = budget.takeFirst(written, estimateTokens);
    lines.push(
      `${path === '' ? '' : `${path}: `}${records.length} ${records.length === 1 ? 'entry' : 'entries'}`,
      ...shown,
    );
    if (shown.length < written.length)
      lines.push(`(${written.length - shown.length} more: give more maxTokens)`);
  }
  const fromModel = numbered.filter(({ isFromText }) => isFromText).map(({ path }) => path);
  if (fromModel.length > 0)
    lines.push(`read in the text by the model: ${fromModel.slice(0, MAX_MISSING).join(', ')}`);
  if (missing.length > 0) lines.push(`not on the page: ${missing.slice(0, MAX_MISSING).join(', ')}`);
  return { text: lines.join('\n'), data: { value: clean(value), sources: numbered, missing } };
}

const MAX_MISSING = 20;

/** In it words of the page that read as numbers or tags of ours are written as escapes, which change no value. */
const json = (value: unknown): string =>
  stripInvisible(JSON.stringify(value)).replace(/"(?:[^"\\]|\\.)*"/g, (text) =>
    escapeInline(text) === text ? text : text.replace(/[^\x00-\x7f]|[[<|(]/gu, escapeStart),
  );

/** What is one of these in another form, too. */
function escapeStart(character: string): string {
  if (!/[[<|(]/.test(character.normalize('NFKC'))) return character;
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

const clean = (value: unknown): unknown => JSON.parse(json(value));

/** `from: title [3], total [9]`. */
const fromText = (sources: readonly { path: string; number: number }[]): string =>
  `from: ${sources.map(({ path, number }) => `${path} [${number}]`).join(', ')}`;

function withoutLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => !Array.isArray(one));
  return Object.fromEntries(entries.map(([key, one]) => [key, withoutLists(one)]));
}

function listsIn(value: unknown, path = ''): [string, unknown[]][] {
  if (Array.isArray(value)) return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => listsIn(one, path === '' ? key : `${path}.${key}`));
}

/** `[11] [12]` for each item of a list. */
function numbersByItem(
  path: string,
  sources: readonly (Pick<ExtractedSource, 'path'> & { number: number })[],
): string[] {
  const numbers: string[][] = [];
  for (const source of sources) {
    const [, list, item] = ITEM_PATH.exec(source.path) ?? [];
    if (list !== path || item === undefined) continue;
    numbers[Number(item)] ??= [];
    numbers[Number(item)]?.push(`[${source.number}]`);
  }
  return Array.from(numbers, (one) => (one ?? []).join(' '));
}
