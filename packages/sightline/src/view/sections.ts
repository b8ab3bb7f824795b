import type { PageNode } from '../model/Page.ts';
import { estimateTokens } from './tokens.ts';
import type { Scene } from './View.ts';

/** One kind of thing that is told: a head, and a list that may be cut. */
export interface Section {
  /** Ends with a space or a colon where entries follow. */
  head: string;
  /** Numbers are handed out for what is written only. */
  entries: (string | PageNode)[][];
  /** Between entries. One that begins with a line break stands before the first of them, too. */
  separator: string;
  /** Entries that are told at most. */
  most?: number;
  /** No look tells the rest: it is not there any more. */
  isPast?: boolean;
}

/** Tokens kept for the notes that say what was left out. */
const NOTE = 12;
/** What a section may take of what is left, while others follow it. */
const SHARE = 0.6;

export interface Fitted {
  text: string;
  /** Nothing was left out, but of what is gone. */
  isWhole: boolean;
}

/** Writes the sections, one below the other, within the budget of the scene; `otherwise` where there are none. */
export function fitSections(sections: readonly Section[], scene: Scene, otherwise: string): Fitted {
  if (sections.length === 0) return { text: otherwise, isWhole: true };
  const written: string[] = [];
  let left = scene.maxTokens - NOTE;
  let lost = 0;
  let isWhole = true;
  for (const [i, section] of sections.entries()) {
    const isLast = i === sections.length - 1;
    const found = writeSection(section, isLast ? left : left * SHARE, left, scene);
    isWhole &&= section.isPast === true || found?.isWhole === true;
    if (found === undefined) {
      lost++;
      continue;
    }
    left -= estimateTokens(`${found.text}\n`);
    written.push(found.text);
  }
  if (lost > 0)
    written.push(`(${lost} more ${lost === 1 ? 'line' : 'lines'}: ${scene.call({ tool: 'look' })})`);
  return { text: written.join('\n'), isWhole };
}

/** Undefined where not even the first entry fits. Short sections may take all that is left. */
function writeSection(section: Section, share: number, left: number, scene: Scene): Fitted | undefined {
  const { head, entries, separator, most = Number.POSITIVE_INFINITY, isPast } = section;
  if (estimateTokens(head) > left) return undefined;
  if (entries.length === 0) return { text: head, isWhole: true };
  const told: (string | PageNode)[][] = [];
  let spent = estimateTokens(head) + NOTE;
  for (const entry of entries.slice(0, most)) {
    const cost = costOf(entry) + 1;
    if (spent + cost > (told.length === 0 ? left : share)) break;
    spent += cost;
    told.push(entry);
  }
  if (told.length === 0) return undefined;
  const lead = separator.startsWith('\n') ? separator : '';
  const text = told.map((entry) => textOf(entry, scene)).join(separator);
  const more = entries.length - told.length;
  const way = isPast ? '' : `: ${scene.call({ tool: 'look' })}`;
  const note = more > 0 ? `${separator}(${more} more${way})` : '';
  return { text: head + lead + text + note, isWhole: more <= 0 };
}

function costOf(entry: (string | PageNode)[]): number {
  return estimateTokens(entry.map((part) => (typeof part === 'string' ? part : '999')).join(''));
}

function textOf(entry: (string | PageNode)[], { numberOf }: Scene): string {
  return entry.map((part) => (typeof part === 'string' ? part : numberOf(part))).join('');
}
