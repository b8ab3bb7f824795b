import type { PageNode } from '../../packages/sightline/src/snapshot/Page.ts';
import type { Said } from './accessibility.ts';
import type { LiveDocument } from './LiveDocument.ts';

interface Compared {
  node: PageNode;
  ours: Said;
  chrome: Said;
}

/** A way in which Chrome and the standards part. */
interface Excuse {
  why: string;
  /** Whether the two sides can differ in that way at all; asked first. */
  fits(compared: Compared): boolean;
  /** Expression over `element`: whether the live element is such a case. */
  live?: string;
}

const sameLetters = ({ ours, chrome }: Compared): boolean => letters(ours.name) === letters(chrome.name);
const letters = (name: string): string => name.replace(/\s+/g, '').toLowerCase();
const isLonger = ({ ours, chrome }: Compared): boolean => ours.name.length > chrome.name.length;
const sameRole = ({ ours, chrome }: Compared): boolean => ours.role === chrome.role;

const EXCUSES: readonly Excuse[] = [
  {
    why: 'a `wbr` is a place to break a word, not a space (HTML, section 4.5.28)',
    fits: sameLetters,
    live: "element.querySelector('wbr') !== null",
  },
  {
    why: 'a drawing between two words keeps them apart for a person; accname leaves inline boxes open (2F.ii)',
    fits: sameLetters,
    live: "element.querySelector('svg') !== null",
  },
  {
    why: 'the title of a descendant without content is part of the name (accname 1.2, 2I)',
    fits: (compared) => sameRole(compared) && isLonger(compared),
    live: "[...element.querySelectorAll('[title]')].some((one) => one.textContent.trim() === '')",
  },
  {
    why: 'a title is the name where nothing else is (accname 1.2, 2I)',
    fits: ({ node, ours, chrome }) => chrome.name === '' && ours.name === node.attributes.title,
  },
  {
    why: '`a` without `href` has no role, listener or not (HTML-AAM, section 3.5)',
    fits: ({ node, ours, chrome }) => node.tag === 'a' && ours.role === '' && chrome.role === 'link',
    live: "!element.hasAttribute('href')",
  },
  {
    why: 'the reading beside a character is text of the element (HTML-AAM, `rt`: no exception in accname)',
    fits: (compared) => sameRole(compared) && isLonger(compared),
    live: "element.querySelector('rt') !== null",
  },
  {
    why: 'a valid role is the role, also outside the context that it asks for (ARIA 1.2, section 8)',
    fits: ({ node, ours, chrome }) => chrome.role === '' && ours.role === node.attributes.role,
  },
];

/** Why ours may stand, undefined where no known case is met. */
export async function findExcuse(compared: Compared, document: LiveDocument): Promise<string | undefined> {
  for (const { why, fits, live } of EXCUSES) {
    if (!fits(compared)) continue;
    const isCase = `((element) => ${live})(__sightline.element(${compared.node.id}))`;
    if (live === undefined || (await document.evaluate<boolean>(isCase))) return why;
  }
  return undefined;
}
