import { elementState } from '../../render/element/elementState.ts';
import { itemData, locationData } from '../../render/element/location.ts';
import { stripInvisible } from '../../render/escape.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import { ELEMENT_STATES, hasState } from '../../search/elements/elementStates.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { shorten } from '../../snapshot/shorten.ts';
import { FIELD_TAGS } from '../../snapshot/tags.ts';
import { optionsOf } from '../../structure/compoundParts.ts';
import { readInnerText } from '../../visibility/readText.ts';
import { isRemoved } from '../../visibility/Visibility.ts';
import { isBareHandle } from '../locators/isBareHandle.ts';

/** Characters of a text in a description; `innerText` and `inputValue` give all of it. */
const MAX_TEXT_LENGTH = 300;
/** Options of a select that are listed. */
const MAX_OPTIONS = 50;

/** An element as a plain object for a script. `number` names it in this and later scripts and calls. */
export function describeNode(node: PageNode, context: RenderContext): Record<string, unknown> {
  const { visibility } = context.pageState;
  const text = shorten(stripInvisible(readInnerText(node, visibility)), MAX_TEXT_LENGTH);
  const value = hasValue(node) ? valueOf(node) : undefined;
  const states = ELEMENT_STATES.filter((state) => !PLAIN_STATES.has(state) && hasState(node, state));
  return {
    number: context.refOf(node),
    tag: node.tag,
    role: node.role || null,
    name: shorten(stripInvisible(node.name), MAX_TEXT_LENGTH),
    ...(text !== '' && { text }),
    ...(value !== undefined && { value: shorten(stripInvisible(value), MAX_TEXT_LENGTH) }),
    ...(states.length > 0 && { states }),
    ...(node.tag === 'select' && { options: optionLabels(node) }),
    ...(isRemoved(visibility, node) &&
      !isBareHandle(node, visibility.decisions[node.index]) && { visible: false }),
  };
}

/** Where on the page an element is: the region and the heading that it stands under, and its row, card or item. */
export function describePlace(
  node: PageNode,
  { pageState: { landmarkIndex, itemContexts } }: RenderContext,
): Record<string, unknown> {
  const { region, heading } = locationData(node, landmarkIndex);
  const item = itemContexts.get(node);
  return {
    ...(region && { landmark: region }),
    ...(heading && { heading }),
    ...(item && { item: itemData(item) }),
  };
}

/** What nearly every element is, and would be written of each. */
const PLAIN_STATES = new Set(['enabled', 'empty', 'filled']);

/** What a field holds; `[filled]` for a secret; undefined for what is no field. */
export function valueOf(node: PageNode): string | undefined {
  if (node.tag === 'select') {
    const chosen = optionsOf(node).filter(({ selected }) => selected);
    return chosen.map(({ value }) => value).join(', ');
  }
  if (FIELD_TAGS.has(node.tag)) return elementState(node).value ?? '';
  return elementState(node).value;
}

const hasValue = ({ tag, attributes }: PageNode): boolean =>
  tag !== 'input' || !/^(?:checkbox|radio|button|submit|reset|image|file)$/.test(attributes.type ?? '');

const optionLabels = (node: PageNode): string[] =>
  optionsOf(node)
    .slice(0, MAX_OPTIONS)
    .map(({ label }) => stripInvisible(label));
