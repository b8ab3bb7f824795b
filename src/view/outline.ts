import { groupOrphans, markPlaces, pack, writeLines } from './layout.ts';
import { narrate } from './narrate.ts';
import { pageLine } from './summary.ts';
import type { Scene, Written } from './View.ts';

/** The page by landmarks and headings (seed 001, step 2). */
export function outline(scene: Scene): Written {
  const told = narrate(scene, { regions: true });
  const lines = markPlaces(pack(groupOrphans(told, scene)), scene);
  if (scene.style === 'markup')
    return writeLines(lines, scene, '  ', '=== PAGE OUTLINE ===', '=== END OUTLINE ===');
  return writeLines(lines, scene, ' ', pageLine(scene.structure));
}
