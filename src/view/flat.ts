import { markPlaces, pack, writeLines } from './layout.ts';
import { markupTree } from './markupTree.ts';
import { narrate } from './narrate.ts';
import { pageLine } from './summary.ts';
import type { Scene, Written } from './View.ts';

/** The page as one list in document order (seed 002, section 1). */
export function flat(scene: Scene): Written {
  if (scene.style === 'markup') return writeLines(markupTree(scene), scene, '\t', '');
  const lines = markPlaces(pack(narrate(scene, { regions: false })), scene);
  return writeLines(lines, scene, ' ', pageLine(scene.structure));
}
