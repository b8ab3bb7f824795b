import { markPlaces, pack } from './layout.ts';
import { markupTree } from './markupTree.ts';
import { narrate } from './narrate.ts';
import { pageLine } from './summary.ts';
import type { Scene, Written } from './View.ts';
import { writeLines } from './writeLines.ts';

/** The page as one list in document order (seed 002, section 1). */
export function flat(scene: Scene): Written {
  if (scene.style === 'markup') return writeLines(markupTree(scene), scene, { indent: '\t', head: '' });
  const lines = markPlaces(pack(narrate(scene, { regions: false }), scene), scene);
  return writeLines(lines, scene, { indent: ' ', head: pageLine(scene) });
}
