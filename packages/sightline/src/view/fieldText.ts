import type { PageNode } from '../model/Page.ts';
import { FILLED } from '../model/publicUrl.ts';
import { optionsOf } from '../structure/compound.ts';
import { escapeMarkdown } from './escapeMarkdown.ts';

const BOXES = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio']);
const GAUGES = new Set(['slider', 'spinbutton', 'progressbar', 'meter', 'scrollbar']);
const BUTTONS = new Set(['button', 'submit', 'reset', 'image']);

/** What a field without a value shows. */
const BLANK = '___';

/** A field as a person reads a form: `Email: ada@example.org`, `[x] Remember me`; undefined for what is none. */
export function fieldText(node: PageNode): string | undefined {
  const { tag, role, attributes } = node;
  if (tag === 'input' && BUTTONS.has(attributes.type ?? '')) return escapeMarkdown(node.name);
  if (tag === 'input' && BOXES.has(role)) return `${boxText(node)} ${escapeMarkdown(node.name)}`.trimEnd();
  if (tag === 'select') return labelled(node, selectedText(node));
  if (tag === 'input' || tag === 'textarea') return labelled(node, attributes['.value'] ?? '');
  if (!GAUGES.has(role)) return undefined;
  const max = attributes.max ?? attributes['aria-valuemax'];
  const now = attributes['aria-valuetext'] ?? attributes['.value'] ?? attributes['aria-valuenow'] ?? '';
  const isShare = (role === 'progressbar' || role === 'meter') && max !== undefined && now !== '';
  return labelled(node, isShare ? `${now}/${max}` : now);
}

/** `[x]`, `[ ]`: of a control that is checked or not, whatever it is made of; '' for any other. */
export function boxText({ role, attributes }: PageNode): string {
  if (!BOXES.has(role)) return '';
  const checked = attributes['.checked'] ?? attributes['aria-checked'];
  return checked === 'true' ? '[x]' : checked === 'mixed' ? '[-]' : '[ ]';
}

function selectedText(select: PageNode): string {
  const chosen = optionsOf(select).filter(({ selected }) => selected);
  return chosen.map(({ label }) => label).join(', ') || (select.attributes['.value'] ?? '');
}

function labelled(node: PageNode, value: string): string {
  const { placeholder = '', title = '' } = node.attributes;
  const names = [node.name, placeholder, title, node.role, node.tag].map((name) =>
    escapeMarkdown(name).trim(),
  );
  const label = (names.find((name) => name !== '') ?? '').replace(/\s*:$/, '');
  const said = value === FILLED ? value : escapeMarkdown(value.replace(/\s+/g, ' ').trim());
  return `${label}: ${said || BLANK}`;
}
