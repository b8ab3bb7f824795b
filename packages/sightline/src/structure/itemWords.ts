import type { PageNode } from '../snapshot/Page.ts';
import { HEADING_ROLES } from '../snapshot/roles.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import { collapseSpaces, hasWordCharacters, shorten } from '../snapshot/shorten.ts';
import { isRemoved, type Visibility } from '../visibility/Visibility.ts';
import { isWordy } from './cellContext.ts';

/** Longest label of an item, characters. */
export const LABEL_LENGTH = 40;

/**
 * The first heading or words between two positions, without those of the control. Initials, and numbers of one or two
 * characters, only where there is nothing else. The words of a button that others have too (`Archive`, before `Delete`)
 * name no item.
 */
export function firstWords(
  from: number,
  to: number,
  control: PageNode,
  sharedButtons: ReadonlySet<PageNode>,
  visibility: Visibility,
): string {
  const { nodes } = visibility.page;
  const end = Math.min(to, from + 200);
  let first = '';
  let line: PageNode | undefined;
  let weak = '';
  for (let i = from; i < end; i++) {
    const node = nodes[i] as PageNode;
    if (isRemoved(visibility, node) || control.contains(node)) continue;
    if (sharedButtons.has(node)) {
      i = node.end - 1;
      continue;
    }
    if (HEADING_ROLES.has(node.role) && isWordy(node.name)) return shorten(node.name, LABEL_LENGTH);
    if (line && node.isText && isSingleWord(first) && lineContainer(node) === line)
      first += /^\p{P}/u.test(node.text) ? node.text : ` ${node.text}`;
    else if (line && !isWordy(first) && node.isText && hasWordCharacters(node.text)) {
      // Initials and numbers of one or two characters stand for an item only where nothing else does.
      weak ||= first;
      [first, line] = [node.text, lineContainer(node)];
    } else if (first === '' && node.isText && hasWordCharacters(node.text)) {
      first = node.text;
      line = lineContainer(node);
    } else if (first === '' && node.role === 'img') first = node.name;
  }
  return shorten(collapseSpaces(isWordy(first) ? first : weak || first), LABEL_LENGTH);
}

/** Too little to identify an item where more follows: `Order <b>1042</b>`, `<b>Ada</b> @countess`. */
const isSingleWord = (text: string): boolean => !/\s/.test(text.trim());

/** The box around the words of one line. */
const lineContainer = (text: PageNode): PageNode | undefined =>
  text.parent?.closest((one) => (one.flags & (Flag.Block | Flag.Cell)) !== 0);
