import { groupOrphans, markPlaces, pack } from './layout.ts';
import { narrate } from './narrate.ts';
import { pageLine } from './summary.ts';
import type { Scene, Written } from './View.ts';
import { writeLines } from './writeLines.ts';

/** The page by landmarks and headings (seed 001, step 2). */
export function outline(scene: Scene): Written {
  const told = narrate(scene, { regions: true });
  const lines = markPlaces(pack(groupOrphans(told, scene), scene), scene);
  if (scene.style === 'markup') return writeLines(lines, scene, MARKUP);
  return writeLines(lines, scene, { indent: ' ', head: pageLine(scene) });
}

const MARKUP = { indent: '  ', head: '=== PAGE OUTLINE ===', foot: '=== END OUTLINE ===' };
