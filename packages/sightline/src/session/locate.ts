import type { Located, Wanted } from '../browser/findLocators.ts';
import type { PageDoor } from '../browser/PageDoor.ts';
import { ENGINE } from '../browser/selectorEngine.ts';
import type { PageNode } from '../model/Page.ts';
import { isRemoved } from '../prune/Pruning.ts';
import type { Structure } from '../structure/Structure.ts';
import type { ElementLocators, Locators } from '../view/Locators.ts';
import type { Scene } from '../view/View.ts';

/** Longest name that a selector holds, characters. */
const LONGEST = 100;

/**
 * The locators of elements (seed 003) on the live page, each proven to find its element alone. Only ours for one in an
 * `object`, whose document Playwright's locators do not enter. Throws what the door throws.
 */
export async function locate(
  nodes: readonly PageNode[],
  scene: Scene,
  door: Pick<PageDoor, 'locators'>,
): Promise<Map<PageNode, ElementLocators>> {
  const owners = nodes.flatMap(framesAround);
  const all = [...new Set([...nodes, ...owners])];
  const names = new OwnNames(scene.structure);
  const own = new Set(nodes);
  const wanted = all.map((node) => (own.has(node) ? names.wantedOf(node) : plainly(node)));
  const located = await door.locators(wanted);
  const found = new Map(all.map((node, i) => [node, located[i] as Located]));
  return new Map(
    nodes.map((node) => {
      const frames = framesAround(node);
      const isReached = frames.every(({ tag }) => tag === 'iframe' || tag === 'frame');
      const locators = locatorsOf(node, isReached ? (found.get(node) as Located) : {}, scene);
      const frameLocators = frames.map((frame) => frameLocator(frame, found.get(frame) as Located));
      return [node, { locators, frameLocators: isReached ? frameLocators : [] }];
    }),
  );
}

/** The frame elements around a node, the outermost first. */
function framesAround(node: PageNode): PageNode[] {
  const frames: PageNode[] = [];
  for (let { owner } = node.document; owner; owner = owner.document.owner) frames.unshift(owner);
  return frames;
}

function plainly({ document, id }: PageNode): Wanted {
  return { document: document.key, id };
}

function engineSelector({ document, id }: PageNode): string {
  return `${ENGINE}=${document.key}/${id}`;
}

function locatorsOf(node: PageNode, { marked, ...found }: Located, { structure }: Scene): Locators {
  const ours = `[data-element-id="${structure.stableIds.of(node)}"]`;
  const { testId, id, role, css, xpath, text } = found;
  const offered = { testId, id, role, css, xpath, text };
  return {
    primary: marked === ours ? ours : engineSelector(node),
    ...Object.fromEntries(Object.entries(offered).filter(([, selector]) => selector !== undefined)),
  };
}

function frameLocator(frame: PageNode, { testId, id, css }: Located): string {
  return testId ?? id ?? css ?? engineSelector(frame);
}

/** Which elements have a role and name that no other of their document has: only of these Playwright is asked. */
class OwnNames {
  readonly #counts = new Map<string, number>();

  constructor({ pruning }: Structure) {
    for (const node of pruning.page.nodes) {
      if (node.role === '' || isRemoved(pruning, node)) continue;
      const key = keyOf(node);
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    }
  }

  wantedOf(node: PageNode): Wanted {
    const { role, name } = node;
    const isOwn = role !== '' && name !== '' && name.length <= LONGEST && this.#isOwn(node);
    return { ...plainly(node), ...(isOwn && { named: { role, name } }) };
  }

  #isOwn(node: PageNode): boolean {
    return (this.#counts.get(keyOf(node)) ?? 0) <= 1;
  }
}

function keyOf({ document, role, name }: PageNode): string {
  return `${document.key} ${role} ${name}`;
}
