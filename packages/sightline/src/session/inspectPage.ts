import { usableNodes } from '../view/json.ts';
import type { Scene } from '../view/View.ts';
import type { Inspected, InspectOptions } from './Answer.ts';
import type { Camera } from './Camera.ts';
import type { Numbers } from './Numbers.ts';
import type { Pages } from './Pages.ts';

interface Reach {
  pages: Pages;
  numbers: Numbers;
  camera: Camera;
  scene: (timeoutMs?: number) => Promise<Scene>;
}

/** See `Session.inspect`. */
export async function inspectPage(
  { since, numberAll, ...options }: InspectOptions,
  { pages, numbers, camera, scene }: Reach,
): Promise<Inspected> {
  if (numberAll) numberTheRest(await scene(options.timeoutMs), numbers);
  const given = numbers.given();
  const isSame = since?.numbers.length === given.length;
  if (isSame && (await pages.capture(options.timeoutMs)) === since.snapshot) return since;
  if (pages.saved) return { snapshot: pages.saved, numbers: given };
  const { snapshot, ...picture } = await camera.capture(options);
  return { snapshot, numbers: given, picture };
}

/** What has one keeps what was told of it: nobody who acts by numbers read this. */
function numberTheRest(scene: Scene, numbers: Numbers): void {
  for (const node of usableNodes(scene)) if (!numbers.of(node)) scene.numberOf(node);
}
