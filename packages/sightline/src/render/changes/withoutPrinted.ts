import { pluralize } from '../element/elementText.ts';
import type { ReportSection } from './fitSections.ts';

/** Fewer than these cost no more than saying that they were left out. */
const MIN_LEFT_OUT = 3;

/**
 * A report without what its reader has in print already: of a section of which several entries say only that, these are
 * counted. An entry with an element stays, for its number.
 */
export function withoutPrinted(sections: readonly ReportSection[], printed: string): ReportSection[] {
  const known = normalize(printed);
  if (known === '') return [...sections];
  return sections.map((section) => {
    const entries = section.entries.filter((parts) => !isPrinted(parts, known));
    const count = section.entries.length - entries.length;
    if (count < MIN_LEFT_OUT) return section;
    const note = `${pluralize(count, 'line')} that ${count === 1 ? 'was' : 'were'} printed`;
    return { ...section, entries: [...entries, [entries.length > 0 ? `and ${note}` : note]] };
  });
}

/** Cell by cell, and without what it was before. */
function isPrinted(parts: ReportSection['entries'][number], known: string): boolean {
  if (!parts.every((part) => typeof part === 'string')) return false;
  const text = normalize(parts.join('').replace(/ \(was ".*"\)$/, ''));
  const cells = text.split(/ ?\| ?/).map((cell) => cell.replace(/^"|"$/g, '').trim());
  return text !== '' && cells.every((cell) => known.includes(cell));
}

const normalize = (text: string): string => text.replace(/\s+/g, ' ').trim();
