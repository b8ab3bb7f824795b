import { dictionary } from '../snapshot/dictionary.ts';
import type { PageNode } from '../snapshot/Page.ts';

/** One part of a control that is one element but several things to a person (docs/spec/serialisation.md). */
export interface CompoundPart {
  role: string;
  name: string;
  min?: number | string;
  max?: number | string;
  now?: string;
  count?: number;
  options?: string[];
  /** What the options look like: `numeric`, `country/state codes`... */
  format?: string;
}

/** Options that are listed; the rest is counted. */
export const MAX_LISTED_OPTIONS = 4;

/** The parts of a date, time, number, range, colour or file input, a select, or a media player; else none. */
export function compoundParts(node: PageNode): CompoundPart[] {
  if (node.tag === 'select') return selectParts(node);
  if (node.role === 'combobox') return comboboxParts(node);
  if (node.tag === 'audio' || node.tag === 'video') return mediaParts(node.tag);
  if (node.tag === 'details')
    return [createPart('button', 'Toggle Disclosure'), createPart('region', 'Content Area')];
  if (node.tag !== 'input') return [];
  return inputParts(node);
}

function createPart(role: string, name: string, min?: number | string, max?: number | string): CompoundPart {
  return { role, name, ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

/** The parts of a date or time, each with its group in `DATE_VALUE`. */
const DATE_PARTS = {
  day: [createPart('spinbutton', 'Day', 1, 31), 3],
  month: [createPart('spinbutton', 'Month', 1, 12), 2],
  week: [createPart('spinbutton', 'Week', 1, 53), 2],
  year: [createPart('spinbutton', 'Year', 1, 275760), 1],
  hour: [createPart('spinbutton', 'Hour', 0, 23), 4],
  minute: [createPart('spinbutton', 'Minute', 0, 59), 5],
} as const;

/** `2026-11-22T09:30`, or a part of it; a week is `2026-W47`. */
const DATE_VALUE = /^(?:(\d{4,})-W?(\d\d)(?:-(\d\d))?)?T?(?:(\d\d):(\d\d))?/;

const DATE_INPUTS = dictionary<(keyof typeof DATE_PARTS)[]>({
  date: ['day', 'month', 'year'],
  time: ['hour', 'minute'],
  'datetime-local': ['day', 'month', 'year', 'hour', 'minute'],
  month: ['month', 'year'],
  week: ['week', 'year'],
});

function dateParts(names: (keyof typeof DATE_PARTS)[], value: string): CompoundPart[] {
  const match = DATE_VALUE.exec(value);
  return names.map((name) => {
    const [empty, group] = DATE_PARTS[name];
    const now = match?.[group];
    return now === undefined ? empty : { ...empty, now: String(Number(now)) };
  });
}

function inputParts(node: PageNode): CompoundPart[] {
  const { type = 'text', min, max } = node.attributes;
  const now = node.attributes['.value'];
  const dateFields = DATE_INPUTS[type];
  if (dateFields) return dateParts(dateFields, now ?? '');
  if (type === 'range') return [{ ...createPart('slider', 'Value', min ?? 0, max ?? 100), now }];
  if (type === 'number') {
    return [
      createPart('button', 'Increment'),
      createPart('button', 'Decrement'),
      { ...createPart('textbox', 'Value', min, max), now },
    ];
  }
  if (type === 'color') return [createPart('textbox', 'Hex Value'), createPart('button', 'Color Picker')];
  if (type === 'file') {
    const isMultiple = node.attributes.multiple !== undefined;
    return [
      createPart('button', isMultiple ? 'Browse Files' : 'Browse File'),
      { role: 'textbox', name: 'File Name', now: now || 'none' },
    ];
  }
  return [];
}

function mediaParts(tag: 'audio' | 'video'): CompoundPart[] {
  const parts = [
    createPart('button', 'Play/Pause'),
    createPart('slider', 'Progress', 0, 100),
    createPart('button', 'Mute'),
    createPart('slider', 'Volume', 0, 100),
  ];
  return tag === 'video' ? [...parts, createPart('button', 'Fullscreen')] : parts;
}

function selectParts(node: PageNode): CompoundPart[] {
  const options = optionsOf(node);
  const format = formatHint(options.map((option) => option.value));
  const listbox = { ...optionsPart(options.map((option) => option.label)), ...(format && { format }) };
  // One that shows several rows has nothing to open.
  const isList = node.attributes.multiple !== undefined || Number(node.attributes.size) > 1;
  return isList ? [listbox] : [createPart('button', 'Dropdown Toggle'), listbox];
}

/** An ARIA combobox and the options of the list that it controls, where that is in the page. */
function comboboxParts(node: PageNode): CompoundPart[] {
  const toggle = createPart('button', 'Dropdown Toggle');
  const suggestions = node.attributes['.suggestions']?.split('|');
  if (suggestions) return [toggle, optionsPart(suggestions)];
  const list = referencedElement(node, 'aria-controls') ?? referencedElement(node, 'aria-owns') ?? node;
  const options = descendants(list).filter(({ role }) => role === 'option');
  if (options.length === 0) return [];
  return [toggle, optionsPart(options.map(({ name }) => name))];
}

function optionsPart(labels: string[]): CompoundPart {
  return {
    role: 'listbox',
    name: 'Options',
    count: labels.length,
    options: labels.slice(0, MAX_LISTED_OPTIONS),
  };
}

/** The element of the same document that an attribute names by its id. */
export function referencedElement(node: PageNode, attribute: string): PageNode | undefined {
  const id = node.attributes[attribute]?.trim().split(/\s+/)[0];
  return id ? node.document.byHtmlId(id, node) : undefined;
}

/** All descendants in document order. */
function descendants(node: PageNode): PageNode[] {
  const found: PageNode[] = [];
  const pending = [...node.children].reverse();
  for (let next = pending.pop(); next; next = pending.pop()) {
    found.push(next);
    for (let i = next.children.length - 1; i >= 0; i--) pending.push(next.children[i] as PageNode);
  }
  return found;
}

export interface SelectOption {
  label: string;
  value: string;
  selected: boolean;
  disabled: boolean;
  /** Label of the `optgroup` around it, at the first of its options. */
  opens?: string;
}

/** All options of a select, in order, those in groups included. */
export function optionsOf(select: PageNode): SelectOption[] {
  const options: SelectOption[] = [];
  const pending = [...select.children].reverse();
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.tag !== 'option') {
      pending.push(...[...node.children].reverse());
      continue;
    }
    const label = node.attributes.label ?? node.name;
    const value = node.attributes.value ?? label;
    options.push({
      label,
      value,
      selected: node.attributes['.selected'] === 'true',
      disabled: node.disabled,
      ...(isFirstOfGroup(node) && { opens: node.parent?.attributes.label ?? '' }),
    });
  }
  return options;
}

function isFirstOfGroup({ parent, index }: PageNode): boolean {
  return parent?.tag === 'optgroup' && parent.children.find(({ tag }) => tag === 'option')?.index === index;
}

/** The format of the first five values; undefined when it is none of the known ones. */
export function formatHint(values: string[]): string | undefined {
  const sample = values.filter((value) => value !== '').slice(0, 5);
  if (sample.length === 0) return undefined;
  if (sample.every((value) => /^\d+$/.test(value))) return 'numeric';
  if (sample.every((value) => /^[A-Z]{2}$/.test(value))) return 'country/state codes';
  if (sample.every((value) => (/\d/.test(value) && /[/-]/.test(value)) || value.startsWith('/')))
    return 'date/path format';
  return sample.some((value) => value.includes('@')) ? 'email addresses' : undefined;
}
