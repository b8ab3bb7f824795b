import type { PageNode } from '../snapshot/Page.ts';
import { DIALOG_ROLES, LIVE_REGION_ROLES } from '../snapshot/roles.ts';
import { isShownInteractive, type Visibility } from '../visibility/Visibility.ts';
import { type ItemListReader, type ItemText, nodeAtPath } from './ItemListReader.ts';

/** A part of the page around an element. */
export interface NearbyText {
  /** How many elements up. */
  levelsUp: number;
  texts: ItemText[];
}

/** Words further away than in a part of this size are not near. Nodes. */
const MAX_NEARBY_NODES = 60;
/** So many texts around an element are enough. */
const MIN_TEXTS = 3;
const isMessage = ({ role }: PageNode): boolean => DIALOG_ROLES.has(role) || LIVE_REGION_ROLES.has(role);

/** Reads the texts around the elements of one page, in containers of growing size. */
export class NearbyTextReader {
  readonly #visibility: Visibility;
  readonly #listReader: ItemListReader;

  constructor(visibility: Visibility, listReader: ItemListReader) {
    this.#visibility = visibility;
    this.#listReader = listReader;
  }

  /** The texts of the container so many levels up. */
  textsAround(node: PageNode, levelsUp: number): ItemText[] {
    const container = ancestorAt(node, levelsUp);
    return container
      ? this.#listReader
          .textsOf(container, this.#listReader.pathWithin(container, node))
          .filter(({ kind }) => kind !== 'mark')
      : [];
  }

  /** The texts of containers around it: the smallest with a text, and larger ones up to a few texts. */
  nearbyTexts(node: PageNode): NearbyText[] {
    const nearbyTexts: NearbyText[] = [];
    let levelsUp = 1;
    let previousCount = 0;
    for (
      let current = node.parent;
      current?.parent && current.tag !== 'body';
      current = current.parent, levelsUp++
    ) {
      if (current.document !== node.document || current.end - current.index > MAX_NEARBY_NODES) break;
      const texts = this.textsAround(node, levelsUp);
      const count = texts.filter(({ words }) => words !== '').length;
      if (count > previousCount) nearbyTexts.push({ levelsUp, texts });
      previousCount = count;
      if (count >= MIN_TEXTS) break;
    }
    return nearbyTexts;
  }

  /** Those of the smallest container around it that says anything beside its controls, where that has a heading or is a dialog or message. */
  nearestWords(node: PageNode): NearbyText | undefined {
    let levelsUp = 1;
    for (
      let current = node.parent;
      current?.parent && current.tag !== 'body' && current.end - current.index <= MAX_NEARBY_NODES;
      current = current.parent, levelsUp++
    ) {
      const texts = this.wordsAround(node, levelsUp);
      if (texts.length === 0) continue;
      const isAbout = texts.some(({ kind }) => kind === 'title') || current.closest(isMessage) !== undefined;
      return isAbout ? { levelsUp, texts } : undefined;
    }
    return undefined;
  }

  /** The words of the container so many levels up that are in none of its controls. */
  wordsAround(node: PageNode, levelsUp: number): ItemText[] {
    const container = ancestorAt(node, levelsUp);
    if (!container) return [];
    const isInControl = (path: string): boolean => {
      let inner = nodeAtPath(container, path);
      while (inner && inner !== container && !isShownInteractive(this.#visibility, inner))
        inner = inner.parent;
      return inner !== container;
    };
    return this.textsAround(node, levelsUp).filter(
      ({ kind, words, path }) => kind !== 'value' && words !== '' && !isInControl(path),
    );
  }
}

/** The ancestor so many levels up, in the same document. */
export function ancestorAt(node: PageNode, levelsUp: number): PageNode | undefined {
  let current: PageNode | undefined = node;
  for (let i = 0; i < levelsUp && current; i++) current = current.parent;
  return current?.document === node.document ? current : undefined;
}
