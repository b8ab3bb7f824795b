import { parseRenderedLine } from '../../../sightline/src/internal.ts';

/** What `{button "Save" in "Order 7" #2}` asks for; each part may be left out, but not all. */
interface WantedElement {
  tag: string | undefined;
  label: string | undefined;
  /** Words of the line, before or behind the label. */
  near: string | undefined;
  /** From 1, among those that fit alike. */
  ordinal: number;
}

const WANTED =
  /^(?<tag>[a-z][\w-]*)?\s*(?:"(?<label>[^"]*)")?\s*(?:in "(?<near>[^"]*)")?\s*(?:#(?<ordinal>\d+))?$/;

/**
 * The number that a text gives to an element; undefined where it gives none. An element whose label is the words goes before
 * one whose label begins with them, and that before one whose label or attributes hold them.
 * @param wanted tag or role, label, other words of the line, which of several: `button "Save" in "Order 7" #2`
 */
export function findNumber(text: string, wanted: string): number | undefined {
  const { tag, label, near, ordinal } = parseWanted(wanted);
  const fitting = text
    .replace(/^Hidden now:\n(?: .*\n?)*/gm, '')
    .split('\n')
    .flatMap(elementsOf)
    .filter((one) => (!tag || one.tag === tag) && (!near || one.line.includes(near)));
  if (label === undefined) return fitting[ordinal - 1]?.number;
  const degrees: ((one: LabelledElement) => boolean)[] = [
    (one) => one.label === label,
    (one) => one.label.startsWith(label),
    (one) => one.label.includes(label) || one.attributes.includes(label),
  ];
  const found = degrees.map((fits) => fitting.filter(fits)).find((some) => some.length >= ordinal);
  return found?.[ordinal - 1]?.number;
}

/** The words by which `wanted` can be searched for. */
export function wordsOf(wanted: string): string {
  const { label, near, tag } = parseWanted(wanted);
  return [label ?? tag, near].filter(Boolean).join(' ');
}

function parseWanted(wanted: string): WantedElement {
  const { groups } = WANTED.exec(wanted.trim()) ?? {};
  if (!groups) throw new Error(`{${wanted}} is no element: write {button "Save" in "Order 7" #2}`);
  const { tag, label, near, ordinal = '1' } = groups;
  return { tag, label, near, ordinal: Number(ordinal) };
}

interface LabelledElement {
  number: number;
  tag: string;
  attributes: string;
  label: string;
  line: string;
}

function elementsOf(line: string): LabelledElement[] {
  const elements = parseRenderedLine(line);
  return elements.map(({ ref, tag, attributes, end }, at) => ({
    number: ref,
    tag,
    attributes,
    label: line
      .slice(end, elements[at + 1]?.start)
      .replace(/ \|.*$/, '')
      .replace(/ \((?:row|in|item|article|group|figure|option) ".*$/, '')
      .trim(),
    line,
  }));
}
