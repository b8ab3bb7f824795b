import { dictionary } from '../model/dictionary.ts';
import type { PageNode } from '../model/Page.ts';

/** One part of a control that is one element but several things to a person (seed 002, section 5). */
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

/** Options told before the rest is only counted. */
export const FIRST_OPTIONS = 4;

/** The parts of a date, time, number, range, colour or file input, a select, or a media player; else none. */
export function compoundParts(node: PageNode): CompoundPart[] {
  if (node.tag === 'select') return selectParts(node);
  if (node.tag === 'audio' || node.tag === 'video') return mediaParts(node.tag);
  if (node.tag === 'details') return [part('button', 'Toggle Disclosure'), part('region', 'Content Area')];
  if (node.tag !== 'input') return [];
  return inputParts(node);
}

function part(role: string, name: string, min?: number | string, max?: number | string): CompoundPart {
  return { role, name, ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

const DATE = [
  part('spinbutton', 'Day', 1, 31),
  part('spinbutton', 'Month', 1, 12),
  part('spinbutton', 'Year', 1, 275760),
];
const TIME = [part('spinbutton', 'Hour', 0, 23), part('spinbutton', 'Minute', 0, 59)];

const FIXED = dictionary({
  date: DATE,
  time: TIME,
  'datetime-local': [...DATE, ...TIME],
  month: DATE.slice(1),
  week: [part('spinbutton', 'Week', 1, 53), part('spinbutton', 'Year', 1, 275760)],
});

function inputParts(node: PageNode): CompoundPart[] {
  const { type = 'text', min, max } = node.attributes;
  const fixed = FIXED[type];
  if (fixed) return fixed;
  const now = node.attributes['.value'];
  if (type === 'range') return [{ ...part('slider', 'Value', min ?? 0, max ?? 100), now }];
  if (type === 'number') {
    return [part('button', 'Increment'), part('button', 'Decrement'), part('textbox', 'Value', min, max)];
  }
  if (type === 'color') return [part('textbox', 'Hex Value'), part('button', 'Color Picker')];
  if (type === 'file') {
    const several = node.attributes.multiple !== undefined;
    return [
      part('button', several ? 'Browse Files' : 'Browse File'),
      { role: 'textbox', name: 'File Name', now: now || 'none' },
    ];
  }
  return [];
}

function mediaParts(tag: 'audio' | 'video'): CompoundPart[] {
  const parts = [
    part('button', 'Play/Pause'),
    part('slider', 'Progress', 0, 100),
    part('button', 'Mute'),
    part('slider', 'Volume', 0, 100),
  ];
  return tag === 'video' ? [...parts, part('button', 'Fullscreen')] : parts;
}

function selectParts(node: PageNode): CompoundPart[] {
  const options = optionsOf(node);
  const format = formatHint(options.map((option) => option.value));
  const listbox: CompoundPart = {
    role: 'listbox',
    name: 'Options',
    count: options.length,
    options: options.slice(0, FIRST_OPTIONS).map((option) => option.label),
    ...(format && { format }),
  };
  return [part('button', 'Dropdown Toggle'), listbox];
}

export interface SelectOption {
  label: string;
  value: string;
  selected: boolean;
  disabled: boolean;
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
    });
  }
  return options;
}

/** How the first five values look (seed 002, 12C); undefined when they follow no known form. */
export function formatHint(values: string[]): string | undefined {
  const sample = values.filter((value) => value !== '').slice(0, 5);
  if (sample.length === 0) return undefined;
  if (sample.every((value) => /^\d+$/.test(value))) return 'numeric';
  if (sample.every((value) => /^[A-Z]{2}$/.test(value))) return 'country/state codes';
  if (sample.every((value) => /\d.*[/-]|[/-].*\d/.test(value) || value.startsWith('/')))
    return 'date/path format';
  return sample.some((value) => value.includes('@')) ? 'email addresses' : undefined;
}
