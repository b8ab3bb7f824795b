import { identity, type PageNode } from '../model/Page.ts';
import { compoundParts, optionsOf } from '../structure/compound.ts';
import { Whereabouts } from '../structure/Whereabouts.ts';
import { elementInfo } from '../view/elementInfo.ts';
import { clean, escapeInline, quote } from '../view/escape.ts';
import type { ElementLocators } from '../view/Locators.ts';
import { scrollText } from '../view/pieces.ts';
import type { Scene } from '../view/View.ts';
import { nearestTo } from './nearestTo.ts';
import { isInState, STATES } from './states.ts';

/** Everything the capture knows of one element (seed 000, get_element_details), as lines and as data. */
export function details(node: PageNode, scene: Scene): { text: string; data: Record<string, unknown> } {
  const known = gather(node, scene);
  const lines = [`Element [${scene.numberOf(node)}]:`];
  for (const [label, value] of Object.entries(linesOf(node, known, scene)))
    if (value) lines.push(`  ${label}: ${value}`);
  const located = scene.located?.get(node);
  if (located) lines.push(...locatorLines(located));
  return { text: lines.join('\n'), data: known };
}

function locatorLines({ locators, frameLocators }: ElementLocators): string[] {
  const frames =
    frameLocators.length > 0 ? ` (in the frame ${frameLocators.map(escapeInline).join(', in ')})` : '';
  const told = Object.entries(locators)
    // What must be escaped to be told is no selector any more: it is in the data.
    .filter(([, selector]) => escapeInline(selector) === selector)
    .map(([kind, selector]) => `    ${kind}: ${selector}`);
  return [`  Locators${frames}:`, ...told];
}

function gather(node: PageNode, scene: Scene): Record<string, unknown> {
  const { structure } = scene;
  const { pruning } = structure;
  const whereabouts = new Whereabouts(structure);
  const item = structure.contexts.get(node);
  const attributes = Object.entries(node.attributes).filter(([key]) => !key.startsWith('.'));
  return {
    index: scene.numberOf(node),
    ...elementInfo(node, scene),
    role: node.role || null,
    value: node.attributes['.value'] === undefined ? null : clean(node.attributes['.value']),
    ...(node.tag === 'select' && { options: optionsOf(node) }),
    compound: compoundParts(node),
    attributes: Object.fromEntries(attributes.map(([key, value]) => [key, clean(value)])),
    states: STATES.filter((state) => isInState(node, state)),
    ...(node.attributes['.validation'] && { validation: clean(node.attributes['.validation']) }),
    ...(node.attributes['.color'] && { color: node.attributes['.color'] }),
    scroll: scrollText(node) || null,
    place: pruning.places[node.index] ?? null,
    landmarks: landmarksOf(node, whereabouts),
    headings: headingsOf(node, whereabouts),
    item: item ? `${item.kind} "${clean(item.label)}"` : null,
    parent: node.parent ? tagText(node.parent) : null,
    id: identity(node),
  };
}

/** From the outermost inwards. */
function landmarksOf(node: PageNode, whereabouts: Whereabouts): string[] {
  const path: string[] = [];
  for (let at = whereabouts.regionOf(node); at; at = at.parent) path.unshift(clean(at.address));
  return path;
}

function headingsOf(node: PageNode, whereabouts: Whereabouts): string[] {
  const path: string[] = [];
  for (let at = whereabouts.headingOf(node); at; at = at.parent) path.unshift(clean(at.text));
  return path;
}

function tagText({ tag, attributes }: PageNode): string {
  const id = attributes.id ? ` id=${quote(attributes.id)}` : '';
  const classes = attributes.class ? ` class=${quote(attributes.class)}` : '';
  return `<${escapeInline(tag)}${id}${classes}>`;
}

function linesOf(node: PageNode, known: Record<string, unknown>, scene: Scene): Record<string, string> {
  const list = (key: string): string[] => known[key] as string[];
  const { box } = node;
  return {
    Tag: `<${escapeInline(node.tag)}>`,
    Role: escapeInline(node.role),
    Name: node.name && quote(node.name),
    Text: known.text === node.name ? '' : quoted(known.text),
    Value: quoted(known.value),
    Options: node.tag === 'select' ? optionsText(node) : '',
    Parts: compoundParts(node)
      .map(({ role, name }) => `${name} (${role})`)
      .join(', '),
    Attributes: Object.entries(known.attributes as Record<string, string>)
      .map(([key, value]) => `${escapeInline(key)}=${quote(value)}`)
      .join(', '),
    State:
      list('states')
        .filter((state) => state !== 'enabled')
        .join(', ') || 'enabled',
    Validation: quoted(known.validation),
    Colour: typeof known.color === 'string' ? known.color : '',
    Scroll: scrollText(node),
    'Bounding box': box ? `(${box.x}, ${box.y}) ${box.width} x ${box.height} px` : 'none',
    Shown: shownText(node, scene),
    Parent: (known.parent as string | null) ?? '',
    Context: contextText(known),
    Around: aroundText(node, scene),
    Frame: known.parentIframe === null ? '' : escapeInline(String(known.parentIframe)),
    'Stable id': String(known.elementId),
  };
}

function quoted(value: unknown): string {
  return typeof value === 'string' && value !== '' ? quote(value) : '';
}

function optionsText(node: PageNode): string {
  const told = optionsOf(node).map(({ label, value, selected, disabled }) => {
    const marks = [selected ? 'selected' : '', disabled ? 'disabled' : ''].filter(Boolean).join(', ');
    return `${quote(label)}${value === label ? '' : `=${quote(value)}`}${marks && ` (${marks})`}`;
  });
  return told.join(', ');
}

function shownText(node: PageNode, { structure: { pruning } }: Scene): string {
  const verdict = pruning.verdicts[node.index];
  if (verdict?.decision === 'remove') return `no: ${escapeInline(verdict.why)}`;
  return pruning.places[node.index] ?? 'viewport';
}

function contextText(known: Record<string, unknown>): string {
  const headings = (known.headings as string[]).map(quote);
  const path = [...(known.landmarks as string[]).map(escapeInline), ...headings].join(' > ');
  return [path && `under ${path}`, known.item && `in ${escapeInline(String(known.item))}`]
    .filter(Boolean)
    .join(', ');
}

/** Other targets of the same item, row or form: what one would act on next. */
function aroundText(node: PageNode, scene: Scene): string {
  const { pruning } = scene.structure;
  const around = nearestTo(node, scene.structure);
  const others = pruning.page.nodes
    .slice(around.index, around.end)
    .filter((one) => one !== node && pruning.usable[one.index] === 1 && !node.contains(one))
    .slice(0, 8);
  return others
    .map((one) => `[${scene.numberOf(one)}] ${escapeInline(one.name.slice(0, 40))}`.trim())
    .join(', ');
}
