import { quote } from '../../render/escape.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { shorten } from '../../snapshot/shorten.ts';
import type { PageState } from '../../structure/PageState.ts';
import { isShownInteractive } from '../../visibility/Visibility.ts';
import { findContainers } from './findContainers.ts';
import { parseTargetPhrase } from './parseTargetPhrase.ts';

/** The part of the page that words say an element is in. */
export interface NamedPlace {
  /** `row "Ann"`. */
  name: string;
  /** Its element; undefined where nothing on the page is called so. */
  box: PageNode | undefined;
  /** What can be used in it. */
  controls: PageNode[];
}

const MAX_NAME_LENGTH = 60;

/** The place in `button "More" in row "Ann"`; undefined where the words name none, or several parts are called so. */
export function findPlace(words: string, pageState: PageState): NamedPlace | undefined {
  const readings = parseTargetPhrase(words);
  const container = readings.find((reading) => reading.container)?.container;
  if (!container || container.name === '') return undefined;
  const { kind = 'part of the page' } = container;
  const name = `${kind} ${quote(shorten(container.name, MAX_NAME_LENGTH))}`;
  const found = findContainers(container, pageState);
  // Without quotes the words may be a name as a whole.
  const isSaid = readings.at(-1)?.container !== undefined;
  if (found.length === 0) return isSaid ? { name, box: undefined, controls: [] } : undefined;
  const [first] = found;
  const box = first && pageState.page.nodes[first.index];
  if (found.length > 1 || !box || box.end !== first.end) return undefined;
  const { visibility } = pageState;
  const controls = pageState.page.descendants(box).filter((node) => isShownInteractive(visibility, node));
  return { name, box, controls };
}
