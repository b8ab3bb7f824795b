import type { PageDocument, PageNode, Scroller } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { shorten } from '../model/shorten.ts';
import { isRemoved } from '../prune/Pruning.ts';
import type { HeadingNode } from '../structure/headings.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import type { Structure } from '../structure/Structure.ts';
import { clean, escapeInline, quote } from './escape.ts';
import { isUnreadable, plural, regionHeader, unloadedText } from './pieces.ts';
import { estimateTokens, withinTokens } from './tokens.ts';
import { DEEPEST, type Scene } from './View.ts';

/** One line that says which page this is and how much of it lies outside the viewport. */
export function pageLine({ structure, maxTokens }: Scene): string {
  const { title, address } = pageWords(structure, maxTokens);
  const scroll = scrollPosition(structure);
  return `Page: ${title} ${address}${scroll && ` (${scroll})`}${stateNote(structure)}`;
}

/** Each takes an eighth of the budget at most. The address of a `data:` page may hold spaces and all else. */
function pageWords({ pruning }: Structure, maxTokens: number): { title: string; address: string } {
  const { title, url } = pruning.page;
  const address = escapeInline(withinTokens(clean(url), maxTokens / 8));
  return {
    title: quote(withinTokens(clean(title), maxTokens / 8)),
    address: address.replaceAll(' ', '%20').replaceAll('"', '%22'),
  };
}

function scrollPosition(structure: Structure): string {
  const { above, below } = pagesAround(structure);
  if (above < 0.05 && below < 0.05) return '';
  return `${above.toFixed(1)} pages above, ${below.toFixed(1)} below`;
}

/** How many screens lie above and below: of the document, or of the shell that scrolls in its stead. */
function pagesAround({ pruning, regions }: Structure): { above: number; below: number } {
  const main = pruning.page.documents[0];
  if (!main || main.viewport.height <= 0) return { above: 0, below: 0 };
  const { scroll, viewport } = main;
  const below = Math.max(0, scroll.height - scroll.y - viewport.height) / viewport.height;
  const own = { above: scroll.y / viewport.height, below };
  const shell = own.below < 0.05 && own.above < 0.05 ? shellOf(regions[0]?.node, main) : undefined;
  if (!shell) return own;
  const { top, height, clientHeight } = shell;
  return { above: top / clientHeight, below: Math.max(0, height - clientHeight - top) / clientHeight };
}

/** The box around the landmarks that fills most of the viewport and scrolls. */
function shellOf(inner: PageNode | undefined, main: PageDocument): Scroller | undefined {
  const shell = inner?.closest((node) => {
    const fills = node.box !== undefined && node.box.height > 0.6 * main.viewport.height;
    return fills && node !== inner && node.has(Flag.ScrollY) && (node.scroller?.clientHeight ?? 0) > 0;
  });
  return shell?.scroller;
}

function stateNote({ pruning }: Structure): string {
  const state = pruning.page.documents[0]?.readyState;
  return state === 'loading' || state === 'interactive' ? ' (still loading)' : '';
}

export interface SummaryOptions {
  includeHeadings?: boolean;
  includeLandmarks?: boolean;
}

/** Landmarks and headings with their element counts (seed 000, get_page_summary). */
export function summary(scene: Scene, options: SummaryOptions = {}): string {
  const { structure } = scene;
  const { includeHeadings = true, includeLandmarks = true } = options;
  const { title, address } = pageWords(structure, scene.maxTokens);
  const { above, below } = pagesAround(structure);
  const lines = [
    `Page: ${title} (${address})${stateNote(structure)}`,
    `Viewport: ${above.toFixed(1)} pages above, ${below.toFixed(1)} pages below`,
  ];
  if (includeLandmarks) lines.push('', ...landmarkLines(scene));
  if (includeHeadings && structure.headings.length > 0)
    lines.push('', 'Headings:', ...headingLines(scene, 1));
  lines.push(...unreadLines(scene));
  const [region, look] = [scene.call({ tool: 'get_region' }), scene.call({ tool: 'look' })];
  lines.push('', `Use ${region} for the elements of one region, ${look} for all.`);
  return fitSummary(lines, scene);
}

/** What the page has but no look can tell: what it has not loaded yet, and what is drawn. */
function unreadLines({ structure }: Scene): string[] {
  const { pruning, unloaded } = structure;
  const lists = [...unloaded.values()].map((one) => unloadedText(one).slice(1, -1));
  const drawn = pruning.page.nodes.filter(
    (node) => isUnreadable(node) && !isRemoved(pruning, node) && pruning.usable[node.index] !== 1,
  );
  const counts = new Map<string, number>();
  for (const { tag } of drawn) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const tags = [...counts].map(([tag, count]) => plural(count, tag));
  const told = [
    ...(tags.length > 0 ? [`unreadable: ${tags.join(', ')}`] : []),
    ...lists.slice(0, LISTS_TOLD),
  ];
  return told.length > 0 ? ['', ...told] : [];
}

/** Virtual lists that a summary names. */
const LISTS_TOLD = 5;

/** Default bound of a summary's list of headings: the first ones orient, the rest is `list_headings`. */
const HEADINGS_TOLD = 40;

function landmarkLines({ structure }: Scene): string[] {
  const { regions } = structure;
  const grouped = regions
    .filter((region) => !region.parent)
    .reduce((sum, region) => sum + region.elementCount, 0);
  const total = structure.counts.usableBetween(0, structure.pruning.page.nodes.length);
  const lines = regions.map(
    (region) =>
      `${'  '.repeat(Math.min(region.depth + 1, DEEPEST))}${regionHeader(region)} (${census(region, structure)})`,
  );
  if (total > grouped) lines.push(`  (ungrouped) (${plural(total - grouped, 'element')})`);
  return lines.length > 0 ? ['Landmarks:', ...lines] : ['Landmarks: none'];
}

/** `6 links` where all are of a kind, else `12 elements`. */
function census(region: LandmarkRegion, { pruning }: Structure): string {
  const kinds = new Set<string>();
  for (let i = region.node.index; i < region.node.end && kinds.size < 2; i++) {
    if (pruning.usable[i] === 1) kinds.add(kindWord(pruning.page.nodes[i]?.role ?? ''));
  }
  const kind = kinds.size === 1 ? ([...kinds][0] as string) : 'element';
  return plural(region.elementCount, kind);
}

function kindWord(role: string): string {
  if (role === 'link' || role === 'button') return role;
  return ['textbox', 'searchbox', 'combobox', 'spinbutton'].includes(role) ? 'input' : 'element';
}

/**
 * The table of contents: `## Featured (MAIN, 4 elements)`, indented by its place in the hierarchy. Of like items, which
 * every view tells once, the headings are those of the first ones.
 */
function headingLines({ structure, call, full }: Scene, indent: number): string[] {
  const { headings, folds } = structure;
  const folded = full ? [] : [...folds.values()];
  const isFolded = ({ node: { index } }: HeadingNode): boolean =>
    folded.some(({ from, to }) => from <= index && index < to);
  const told = headings
    .filter((heading) => !isFolded(heading))
    .slice(0, HEADINGS_TOLD)
    .map((heading) => '  '.repeat(Math.min(indent + depthOf(heading), DEEPEST)) + headingText(heading));
  const more = headings.length - told.length;
  return more > 0
    ? [...told, `${'  '.repeat(indent)}(${more} more: ${call({ tool: 'list_headings' })})`]
    : told;
}

export function headingText({ level, text, landmark, elementCount }: HeadingNode): string {
  const place = landmark?.label ?? 'ungrouped';
  const count = elementCount > 0 ? `, ${plural(elementCount, 'element')}` : '';
  return `${'#'.repeat(Math.min(level, 6))} ${escapeInline(shorten(text, 100))} (${place}${count})`;
}

function depthOf(heading: HeadingNode): number {
  let depth = 0;
  for (let at = heading.parent; at; at = at.parent) depth++;
  return depth;
}

/** URL, title, landmark names and the number of elements (seed 000, minimal summary). */
export function minimalSummary(scene: Scene): string {
  const { structure } = scene;
  const { title, address } = pageWords(structure, scene.maxTokens);
  const total = structure.counts.usableBetween(0, structure.pruning.page.nodes.length);
  const names = structure.regions.map((region) => region.address).map((address) => escapeInline(address));
  const lines = [
    `Page: ${title} (${address})${stateNote(structure)}`,
    `${plural(total, 'interactive element')}${names.length > 0 ? ` in ${names.join(', ')}` : ''}`,
    `Use ${scene.call({ tool: 'get_page_summary' })} for the structure, ${scene.call({ tool: 'get_region' })} for the elements of one region.`,
  ];
  return fitSummary(lines, scene);
}

function fitSummary(lines: string[], { maxTokens, call }: Scene): string {
  const text = lines.join('\n');
  if (estimateTokens(text) <= maxTokens) return text;
  const kept = lines.slice(0, 1);
  let spent = 15 + estimateTokens(lines[0] ?? '');
  for (const line of lines.slice(1)) {
    spent += estimateTokens(`${line}\n`);
    if (spent > maxTokens) break;
    kept.push(line);
  }
  const calls = `${call({ tool: 'list_headings' })}, ${call({ tool: 'get_region' })}`;
  return [...kept, `(${lines.length - kept.length} more lines: ${calls})`].join('\n');
}
