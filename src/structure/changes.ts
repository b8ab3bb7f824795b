import { identity, type PageNode } from '../model/Page.ts';
import { isRemoved, type Pruning } from '../prune/Pruning.ts';
import type { LandmarkRegion } from './landmarks.ts';

/** What a later look needs of this one, to tell what is new and what is as it was. */
export interface Remembered {
  url: string;
  /** Key of the main document. */
  document: string;
  /** Identities of the usable elements that were there. */
  elements: ReadonlySet<string>;
  /** What each region held, by its address. */
  regions: ReadonlyMap<string, string>;
}

export function remember(pruning: Pruning, regions: LandmarkRegion[]): Remembered {
  const elements = new Set<string>();
  for (const node of pruning.page.nodes) {
    if (pruning.usable[node.index] === 1 && !isRemoved(pruning, node)) elements.add(identity(node));
  }
  return {
    url: pruning.page.url,
    document: pruning.page.documents[0]?.key ?? '',
    elements,
    regions: signatures(regions, pruning),
  };
}

/** The name of what lies in no region, which is remembered as one. */
export const UNGROUPED = '(ungrouped)';

function signatures(regions: LandmarkRegion[], pruning: Pruning): Map<string, string> {
  const held = new Map(regions.map((region) => [region.address, signature(region, pruning)]));
  const hash = new Hash();
  let from = 0;
  for (const { node } of regions.filter((region) => !region.parent)) {
    addSpan(hash, from, node.index, pruning);
    from = node.end;
  }
  addSpan(hash, from, pruning.page.nodes.length, pruning);
  return held.set(UNGROUPED, hash.digest());
}

/**
 * The regions that are what they were, at the same URL: same elements, names, values, states and text
 * (seed 001, step 1, and stricter: a changed price is a change).
 */
export function detectUnchangedRegions(current: Remembered, previous: Remembered | undefined): Set<string> {
  const unchanged = new Set<string>();
  if (!previous || previous.url !== current.url || previous.document !== current.document) return unchanged;
  for (const [address, held] of current.regions) {
    if (previous.regions.get(address) === held) unchanged.add(address);
  }
  return unchanged;
}

/** All that a person could tell apart within the region, as one number pair in text. */
function signature(region: LandmarkRegion, pruning: Pruning): string {
  const hash = new Hash();
  addSpan(hash, region.node.index, region.node.end, pruning);
  return hash.digest();
}

function addSpan(hash: Hash, from: number, to: number, pruning: Pruning): void {
  for (let i = from; i < to; i++) {
    const node = pruning.page.nodes[i] as PageNode;
    if (isRemoved(pruning, node)) continue;
    if (node.isText) hash.add(node.text);
    else if (pruning.usable[i] === 1) addElement(hash, node);
    else if (node.role === 'img') hash.add(node.name);
  }
}

function addElement(hash: Hash, node: PageNode): void {
  hash.add(identity(node));
  hash.add(node.name);
  hash.add(node.disabled ? 'disabled' : '');
  for (const [key, value] of Object.entries(node.attributes)) {
    if (key.startsWith('.') || key.startsWith('aria-') || key === 'href') hash.add(`${key}=${value}`);
  }
}

/** Two 32-bit FNV-1a hashes with different seeds: 64 bits against chance, not against an adversary. */
class Hash {
  #a = 0x811c9dc5;
  #b = 0x9dc5811c;

  add(text: string): void {
    for (let i = 0; i <= text.length; i++) {
      const code = i < text.length ? text.charCodeAt(i) : 0x1ffff;
      this.#a = Math.imul(this.#a ^ code, 0x01000193);
      this.#b = Math.imul(this.#b ^ code, 0x85ebca6b);
    }
  }

  digest(): string {
    return `${(this.#a >>> 0).toString(36)}.${(this.#b >>> 0).toString(36)}`;
  }
}
