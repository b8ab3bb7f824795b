import type { PageNode } from '../snapshot/Page.ts';
import { STRUCTURAL_ROLES } from '../snapshot/roles.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import {
  decide,
  isRemoved,
  type VisibilityDecision,
  type VisibilityDraft,
  type VisibilityRule,
} from './Visibility.ts';

/**
 * Unwraps elements without content of their own: their children are shown in their place. Keeps whatever has structure
 * that the views show.
 */
export const wrappers: VisibilityRule = { name: 'wrappers', run };

const MEANINGFUL_TAGS = new Set([
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

const UNWRAP_DECISION: VisibilityDecision = {
  rule: 'wrappers',
  kind: 'unwrap',
  reason: 'no-content',
};

function run(visibility: VisibilityDraft): void {
  for (let i = 0; i < visibility.page.nodes.length; i++) {
    const node = visibility.page.nodes[i] as PageNode;
    if (isRemoved(visibility, node) || visibility.interactive[node.index] === 1 || isMeaningful(node))
      continue;
    decide(visibility, node, UNWRAP_DECISION);
  }
}

function isMeaningful(node: PageNode): boolean {
  if (node.isText) return true;
  if (MEANINGFUL_TAGS.has(node.tag) || STRUCTURAL_ROLES.has(node.role)) return true;
  if (node.tag === '#shadow-open' || node.tag === '#shadow-closed') return true;
  if (node.has(Flag.ScrollX | Flag.ScrollY)) return true;
  return (node.role === 'img' || node.tag === 'img' || node.tag === 'svg') && node.name !== '';
}
