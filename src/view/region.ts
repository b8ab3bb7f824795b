import { findHeading, findRegion } from '../structure/findRegion.ts';
import type { HeadingNode } from '../structure/headings.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import { escapeInline, quote } from './escape.ts';
import { countOf, markPlaces, pack } from './layout.ts';
import { narrate } from './narrate.ts';
import { plural } from './pieces.ts';
import type { Line, Scene, Written } from './View.ts';
import { writeLines } from './writeLines.ts';

export interface RegionOptions {
  /** Only the section under this heading of the region. */
  heading?: string;
  /** `interactive`: what can be used, with headings; `text`: what can be read; `full` (default): both. */
  content?: 'interactive' | 'text' | 'full';
}

/**
 * One region of the page, unfolded only when the scene is `full` (seed 000, get_region; seed 001, focus_region).
 * `(ungrouped)` is what lies in no region.
 * @throws SightlineError `not_found`
 */
export function tellRegion(
  scene: Scene,
  name: string,
  { heading, content = 'full' }: RegionOptions = {},
): Written {
  const view = { ...scene, interactiveOnly: content === 'interactive', unchanged: new Set<string>() };
  if (/^\(?ungrouped\)?$/i.test(name.trim())) return tellUngrouped(view, content);
  const region = findRegion(scene.structure.regions, name);
  const section = heading === undefined ? undefined : findSection(scene, region, heading);
  const from = section ? section.node.index : region.node.index + 1;
  const to = Math.min(section?.end ?? region.node.end, region.node.end);
  const lines = narrate(view, { regions: section === undefined, from, to, textOnly: content === 'text' });
  const count = section?.elementCount ?? region.elementCount;
  const head = header(region.address, section, count);
  return writeLines(arrange(lines, view, region), view, { indent: ' ', head, told: region });
}

function findSection({ structure }: Scene, region: LandmarkRegion, wanted: string): HeadingNode {
  return findHeading(
    structure.headings.filter((heading) => region.node.contains(heading.node)),
    wanted,
  );
}

function header(address: string, section: HeadingNode | undefined, count: number): string {
  const scope = section ? ` > ${quote(section.text)}` : '';
  return `${escapeInline(address)}${scope} (${plural(count, 'element')}):`;
}

function tellUngrouped(scene: Scene, content: RegionOptions['content']): Written {
  const lines = narrate(scene, { regions: true, textOnly: content === 'text' }).filter(
    (line) => line.region === undefined,
  );
  const count = countOf(lines);
  return writeLines(arrange(lines, scene), scene, {
    indent: ' ',
    head: header('(ungrouped)', undefined, count),
  });
}

/** One level in, and all of it the region's own. */
function arrange(lines: Line[], scene: Scene, region?: LandmarkRegion): Line[] {
  const own = lines.map((line) => ({ ...line, depth: line.depth + 1, region: line.region ?? region }));
  return markPlaces(pack(own, scene), scene);
}
