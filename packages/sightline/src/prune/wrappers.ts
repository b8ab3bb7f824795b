import type { PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { decide, isRemoved, type Pruning, type Rule, type Verdict } from './Pruning.ts';

/**
 * Elements that say nothing of their own are unwrapped: what they hold is told in their place (seed
 * 002, sections 12 and 15). Spares: whatever carries structure that the views tell.
 */
export const wrappers: Rule = { name: 'wrappers', run };

const TELLING_TAGS = new Set([
  'br',
  'hr',
  'canvas',
  'video',
  'audio',
  'object',
  'embed',
  'iframe',
  'frame',
  'option',
  'optgroup',
]);

const TELLING_ROLES = new Set([
  'banner',
  'navigation',
  'main',
  'complementary',
  'contentinfo',
  'search',
  'form',
  'region',
  'heading',
  'dialog',
  'alertdialog',
  'table',
  'grid',
  'treegrid',
  'row',
  'cell',
  'gridcell',
  'columnheader',
  'rowheader',
  'list',
  'listitem',
  'progressbar',
  'meter',
]);

const SAYS_NOTHING: Verdict = {
  rule: 'wrappers',
  decision: 'unwrap',
  why: 'it says nothing of its own',
};

function run(pruning: Pruning): void {
  for (const node of pruning.page.nodes) {
    if (isRemoved(pruning, node) || pruning.usable[node.index] === 1 || tells(node)) continue;
    decide(pruning, node, SAYS_NOTHING);
  }
}

function tells(node: PageNode): boolean {
  if (node.isText) return true;
  if (TELLING_TAGS.has(node.tag) || TELLING_ROLES.has(node.role)) return true;
  if (node.tag === '#shadow-open' || node.tag === '#shadow-closed') return true;
  if (node.has(Flag.ScrollX | Flag.ScrollY)) return true;
  return (node.role === 'img' || node.tag === 'img' || node.tag === 'svg') && node.name !== '';
}
