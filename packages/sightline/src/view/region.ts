import { UNGROUPED } from '../structure/changes.ts';
import { findHeading, findRegion, WHOLE_PAGE } from '../structure/findRegion.ts';
import type { HeadingNode } from '../structure/headings.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import type { Call } from './call.ts';
import { escapeInline, quote } from './escape.ts';
import { escapeRendered } from './escapeMarkdown.ts';
import { countOf, markPlaces, pack } from './layout.ts';
import { tellMarkdown } from './markdown.ts';
import { narrate } from './narrate.ts';
import { plural } from './pieces.ts';
import type { Line, Scene, Written, WrittenLine } from './View.ts';
import { writeLines } from './writeLines.ts';

export interface RegionOptions {
  /** Only the section under this heading of the region. */
  heading?: string;
  /** `interactive`: what can be used, with headings; `text`: what can be read, as Markdown; `full` (default): both. */
  content?: 'interactive' | 'text' | 'full';
  /** First line, from 1: where an answer that was cut goes on. Default 1. */
  from?: number;
}

/** What of the page is told: a region, all of it, or what lies in no region; of these perhaps one section only. */
interface Scope {
  address: string;
  region: LandmarkRegion | undefined;
  section: HeadingNode | undefined;
  from: number;
  to: number;
  isUngrouped: boolean;
}

/**
 * One region of the page, unfolded only when the scene is `full` (seed 000, get_region; seed 001, focus_region).
 * `PAGE` is all of it, `(ungrouped)` what lies in no region.
 * @throws SightlineError `not_found`
 */
export function tellRegion(scene: Scene, name: string, options: RegionOptions = {}): Written {
  const { heading, content = 'full', from = 1 } = options;
  const scope = findScope(scene, name, heading);
  if (content === 'text') return tellText(scene, scope, from);
  const view = { ...scene, interactiveOnly: content === 'interactive', unchanged: new Set<string>() };
  const { region, section } = scope;
  const call = callOf(scope);
  const told = narrate(view, { regions: section === undefined, from: scope.from, to: scope.to, call });
  const lines = scope.isUngrouped ? told.filter((line) => line.region === undefined) : told;
  const head = header(scope, scope.isUngrouped ? countOf(lines) : countIn(scene, scope));
  const all = arrange(lines, view, region);
  if (from > 1 && from > all.length) return noLine(from, all.length, head);
  const shown = all.slice(from - 1);
  const isContent = new Set(shown);
  const readOn = (kept: readonly Line[]): string =>
    scene.call({
      ...call,
      ...(content === 'full' && !scene.full && { content }),
      from: from + kept.filter((line) => isContent.has(line)).length,
      full: scene.full,
    });
  return writeLines(markPlaces(shown, view), view, { indent: ' ', head, readOn });
}

function noLine(from: number, lines: number, head: string): Written {
  const text = `${head}\n (no line ${from}: there are ${lines})`;
  const note: WrittenLine = { kind: 'note', node: undefined, region: undefined };
  return { text, complete: true, lines: [note, note] };
}

function findScope({ structure }: Scene, name: string, heading: string | undefined): Scope {
  const { pruning, regions, headings } = structure;
  const isUngrouped = /^\(?ungrouped\)?$/i.test(name.trim());
  const isPage = /^page$/i.test(name.trim()) || isUngrouped;
  const region = isPage ? undefined : findRegion(regions, name);
  const inside = headings.filter(
    ({ node, landmark }) => (!region || region.node.contains(node)) && (!isUngrouped || !landmark),
  );
  const section = heading === undefined ? undefined : findHeading(inside, heading);
  const end = region?.node.end ?? pruning.page.nodes.length;
  return {
    address: region?.address ?? (isUngrouped ? UNGROUPED : WHOLE_PAGE),
    region,
    section,
    from: section?.node.index ?? (region ? region.node.index + 1 : 0),
    to: Math.min(section?.end ?? end, end),
    isUngrouped,
  };
}

function countIn({ structure }: Scene, { region, section, from, to }: Scope): number {
  return section?.elementCount ?? region?.elementCount ?? structure.counts.usableBetween(from, to);
}

function header({ address, region, section }: Scope, count: number): string {
  const scope = section ? ` > ${quote(section.text)}` : '';
  return `${region ? escapeInline(address) : address}${scope} (${plural(count, 'element')}):`;
}

const callOf = ({ address, section }: Scope): Call => ({
  tool: 'get_region',
  landmark: address,
  ...(section && { heading: section.text }),
});

function tellText(scene: Scene, scope: Scope, from: number): Written {
  const { region, isUngrouped } = scope;
  const { regions } = scene.structure;
  const call: Call = { ...callOf(scope), content: 'text' };
  return tellMarkdown(scene, {
    span: [scope.from, scope.to],
    regions: regions.filter((one) => one !== region),
    ...(isUngrouped && { without: new Set(regions.map(({ node }) => node)) }),
    head: escapeRendered(header(scope, countIn(scene, scope))),
    from,
    call: (more) => scene.call({ ...call, full: scene.full, ...more }),
  });
}

/** One level in, and all of it the region's own. */
function arrange(lines: Line[], scene: Scene, region?: LandmarkRegion): Line[] {
  const own = lines.map((line) => ({ ...line, depth: line.depth + 1, region: line.region ?? region }));
  return pack(own, scene);
}
