import { elementInfo } from '../../render/element/elementInfo.ts';
import { elementVisibleText, scrollText } from '../../render/element/elementText.ts';
import { itemData } from '../../render/element/location.ts';
import { escapeInline, quote, stripInvisible } from '../../render/escape.ts';
import { decisionText } from '../../render/explain/decisionText.ts';
import type { ElementLocators } from '../../render/Locators.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import { elementKey, type PageNode } from '../../snapshot/Page.ts';
import { startOf } from '../../snapshot/shorten.ts';
import { compoundParts, optionsOf } from '../../structure/compoundParts.ts';
import type { LandmarkIndex } from '../../structure/LandmarkIndex.ts';
import { isShownInteractive } from '../../visibility/Visibility.ts';
import { editorLines } from './editorLines.ts';
import { ELEMENT_STATES, hasState } from './elementStates.ts';
import { nearestGroup } from './nearestGroup.ts';

/** What only the live page says of an element. */
export interface LiveFacts {
  /** Of what the element is in; captures hold the classes of controls. */
  parentClass?: string | undefined;
}

/** Everything known of one element, as lines and as data. */
export function elementDetails(
  node: PageNode,
  context: RenderContext,
  { parentClass }: LiveFacts = {},
): { text: string; data: Record<string, unknown> } {
  const facts = gatherFacts(node, context, parentClass);
  const lines = [`Element [${context.refOf(node)}]:`];
  for (const [label, value] of Object.entries(detailLines(node, facts, context)))
    if (value) lines.push(`  ${label}: ${value}`);
  const documentLines = editorLines(node, context.pageState.visibility).map((line) => `    ${line}`);
  if (documentLines.length > 0) lines.push('  Document:', ...documentLines);
  const elementLocators = context.elementLocators?.get(node);
  if (elementLocators) lines.push(...locatorLines(elementLocators));
  return { text: lines.join('\n'), data: facts };
}

function locatorLines({ locators, frameLocators }: ElementLocators): string[] {
  const frames =
    frameLocators.length > 0 ? ` (in the frame ${frameLocators.map(escapeInline).join(', in ')})` : '';
  const lines = Object.entries(locators)
    // An escaped selector would not work; the data has it.
    .filter(([, selector]) => escapeInline(selector) === selector)
    .map(([kind, selector]) => `    ${kind}: ${selector}`);
  return [`  Locators${frames}:`, ...lines];
}

function gatherFacts(
  node: PageNode,
  context: RenderContext,
  parentClass: string | undefined,
): Record<string, unknown> {
  const { pageState } = context;
  const { visibility } = pageState;
  const { landmarkIndex } = pageState;
  const item = pageState.itemContexts.get(node);
  const attributes = Object.entries(node.attributes).filter(([key]) => !key.startsWith('.'));
  return {
    index: context.refOf(node),
    ...elementInfo(node, context),
    role: node.role || null,
    value: node.attributes['.value'] === undefined ? null : stripInvisible(node.attributes['.value']),
    ...(node.tag === 'select' && { options: optionsOf(node) }),
    compound: compoundParts(node),
    attributes: Object.fromEntries(attributes.map(([key, value]) => [key, stripInvisible(value)])),
    states: ELEMENT_STATES.filter((state) => hasState(node, state)),
    ...(node.attributes['.validation'] && { validation: stripInvisible(node.attributes['.validation']) }),
    ...(node.attributes['.color'] && { color: node.attributes['.color'] }),
    scroll: scrollText(node) || null,
    place: visibility.viewportPositions[node.index] ?? null,
    landmarks: landmarkPath(node, landmarkIndex),
    headings: headingPath(node, landmarkIndex),
    item: item ? itemData(item) : null,
    holds: heldControls(node, context).map((one) => context.refOf(one)),
    parent: node.parent ? tagText(node.parent, parentClass) : null,
    id: elementKey(node),
  };
}

/** From the outermost inwards. */
function landmarkPath(node: PageNode, landmarkIndex: LandmarkIndex): string[] {
  const path: string[] = [];
  for (let ancestor = landmarkIndex.regionOf(node); ancestor; ancestor = ancestor.parent)
    path.unshift(stripInvisible(ancestor.address));
  return path;
}

function headingPath(node: PageNode, landmarkIndex: LandmarkIndex): string[] {
  const path: string[] = [];
  for (let ancestor = landmarkIndex.headingOf(node); ancestor; ancestor = ancestor.parent)
    path.unshift(stripInvisible(ancestor.text));
  return path;
}

function tagText({ tag, attributes }: PageNode, className = attributes.class): string {
  const id = attributes.id ? ` id=${quote(attributes.id)}` : '';
  const classes = className ? ` class=${quote(className)}` : '';
  return `<${escapeInline(tag)}${id}${classes}>`;
}

function detailLines(
  node: PageNode,
  facts: Record<string, unknown>,
  context: RenderContext,
): Record<string, string> {
  const { box } = node;
  return {
    Tag: `<${escapeInline(node.tag)}>`,
    Role: escapeInline(node.role),
    Name: node.name && quote(node.name),
    Text: facts.text === node.name ? '' : quoted(facts.text),
    Value: quoted(facts.value),
    Options: node.tag === 'select' ? optionsText(node) : '',
    Parts: compoundParts(node)
      .map(({ role, name }) => `${name} (${role})`)
      .join(', '),
    Attributes: Object.entries(facts.attributes as Record<string, string>)
      .map(([key, value]) => `${escapeInline(key)}=${quoteCut(value)}`)
      .join(', '),
    State: statesText(facts.states as string[]),
    Validation: quoted(facts.validation),
    Colour: typeof facts.color === 'string' ? facts.color : '',
    Scroll: scrollText(node),
    'Bounding box': box ? `(${box.x}, ${box.y}) ${box.width} x ${box.height} px` : 'none',
    Shown: visibilityText(node, context),
    Parent: (facts.parent as string | null) ?? '',
    Context: contextText(facts),
    Holds: heldText(node, context),
    Around: nearbyText(node, context),
    Frame: facts.parentIframe === null ? '' : escapeInline(String(facts.parentIframe)),
    'Stable id': String(facts.elementId),
  };
}

/** Whether it can be used comes first. */
function statesText(states: readonly string[]): string {
  const isUse = (state: string): boolean => state === 'enabled' || state === 'disabled';
  return [...states.filter(isUse), ...states.filter((state) => !isUse(state))].join(', ');
}

function quoted(value: unknown): string {
  return typeof value === 'string' && value !== '' ? quoteCut(value) : '';
}

/** Characters of a value that are shown. */
const MAX_VALUE_LENGTH = 200;

/** A long value as its beginning and its length; the data has all of it. */
function quoteCut(value: string): string {
  if (value.length <= MAX_VALUE_LENGTH) return quote(value);
  return `${quote(`${startOf(value, MAX_VALUE_LENGTH)}…`)} (${value.length} characters)`;
}

function optionsText(node: PageNode): string {
  const optionTexts = optionsOf(node).map(({ label, value, selected, disabled }) => {
    const marks = [selected ? 'selected' : '', disabled ? 'disabled' : ''].filter(Boolean).join(', ');
    return `${quote(label)}${value === label ? '' : `=${quote(value)}`}${marks && ` (${marks})`}`;
  });
  return optionTexts.join(', ');
}

function visibilityText(node: PageNode, { pageState: { visibility } }: RenderContext): string {
  const decision = visibility.decisions[node.index];
  if (decision?.kind === 'remove') return `no: ${escapeInline(decisionText(decision))}`;
  return visibility.viewportPositions[node.index] ?? 'viewport';
}

function contextText(facts: Record<string, unknown>): string {
  const headings = (facts.headings as string[]).map(quote);
  const path = [...(facts.landmarks as string[]).map(escapeInline), ...headings].join(' > ');
  const item = facts.item ? escapeInline(String(facts.item)) : '';
  // Some labels begin with their preposition: `after "Total"`.
  return [path && `under ${path}`, /^(?:in|after) /.test(item) ? item : item && `in ${item}`]
    .filter(Boolean)
    .join(', ');
}

/** Other controls of the same item, row or form. */
function nearbyText(node: PageNode, context: RenderContext): string {
  const { visibility } = context.pageState;
  const group = nearestGroup(node, context.pageState);
  return controlList(
    visibility.page
      .subtree(group)
      .filter((one) => one !== node && isShownInteractive(visibility, one) && !node.contains(one)),
    context,
  );
}

/** The controls in it, and how many more there are: `[5] Mark as favourite, [6] × (12 more)`. */
function heldText(node: PageNode, context: RenderContext): string {
  const controls = heldControls(node, context);
  const more = controls.length - MAX_CONTROLS;
  return controlList(controls, context) + (more > 0 ? ` (${more} more)` : '');
}

function heldControls({ index, end }: PageNode, { pageState: { visibility } }: RenderContext): PageNode[] {
  return visibility.page.nodes.slice(index + 1, end).filter((one) => isShownInteractive(visibility, one));
}

/** Controls that are listed, at most. */
const MAX_CONTROLS = 8;

function controlList(controls: PageNode[], context: RenderContext): string {
  const label = (one: PageNode): string =>
    one.name || one.attributes.title || elementVisibleText(one, context);
  return controls
    .slice(0, MAX_CONTROLS)
    .map((one) => `[${context.refOf(one)}] ${escapeInline(label(one).slice(0, 40))}`.trim())
    .join(', ');
}
