import type { Located, Wanted } from '../browser/findLocators.ts';
import type { PageDoor } from '../browser/PageDoor.ts';
import { ENGINE } from '../browser/selectorEngine.ts';
import type { PageNode } from '../model/Page.ts';
import { isRemoved } from '../prune/Pruning.ts';
import type { ElementLocators, Locators } from '../view/Locators.ts';
import { visibleText } from '../view/pieces.ts';
import type { Scene } from '../view/View.ts';

/** Longest name or text that a selector holds, characters. */
const LONGEST = 100;

/** The locators of elements (seed 003) on the live page, each proven to find its element alone. Throws what the door throws. */
export async function locate(
  nodes: readonly PageNode[],
  scene: Scene,
  door: Pick<PageDoor, 'locators'>,
): Promise<Map<PageNode, ElementLocators>> {
  const owners = nodes.flatMap(framesAround);
  const all = [...new Set([...nodes, ...owners])];
  const words = new OwnWords(scene);
  const own = new Set(nodes);
  const wanted = all.map((node) => (own.has(node) ? words.wantedOf(node) : plainly(node)));
  const located = await door.locators(wanted);
  const found = new Map(all.map((node, i) => [node, located[i] as Located]));
  return new Map(
    nodes.map((node) => [
      node,
      {
        locators: locatorsOf(node, found.get(node) as Located, scene),
        frameLocators: framesAround(node).map((frame) => frameLocator(frame, found.get(frame) as Located)),
      },
    ]),
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

/** Which elements have a role and name, or words, that no other of their document has: only of these is it asked. */
class OwnWords {
  readonly #scene: Scene;
  readonly #counts = new Map<string, number>();

  constructor(scene: Scene) {
    this.#scene = scene;
    const { pruning } = scene.structure;
    for (const node of pruning.page.nodes) {
      if (node.role === '' || isRemoved(pruning, node)) continue;
      this.#count(roleKey(node));
      if (pruning.usable[node.index] === 1) this.#count(this.#textKey(node));
    }
  }

  wantedOf(node: PageNode): Wanted {
    const { role, name } = node;
    const text = visibleText(node, this.#scene);
    const hasRole = role !== '' && fits(name) && this.#isOwn(roleKey(node));
    return {
      ...plainly(node),
      ...(hasRole && { role: `role=${role}[name=${quoted(name)}]` }),
      ...(fits(text) && this.#isOwn(this.#textKey(node)) && { text: `text=${quoted(text)}` }),
    };
  }

  #isOwn(key: string): boolean {
    return (this.#counts.get(key) ?? 0) <= 1;
  }

  #count(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  #textKey(node: PageNode): string {
    return `${node.document.key} text ${visibleText(node, this.#scene)}`;
  }
}

function roleKey({ document, role, name }: PageNode): string {
  return `${document.key} ${role} ${name}`;
}

function fits(text: string): boolean {
  return text !== '' && text.length <= LONGEST;
}

/** As Playwright reads strings in its selectors. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
