import { TEXT_FIELD_ROLES } from '../snapshot/roles.ts';
import { collapseSpaces } from '../snapshot/shorten.ts';
import { REDACTED_PLACEHOLDER } from '../snapshot/urls/redactUrl.ts';
import { isShownInteractive } from '../visibility/Visibility.ts';
import type { PageState } from './PageState.ts';

/** Shorter texts are in everything, longer ones are written another way afterwards. Characters. */
const [MIN_LENGTH, MAX_LENGTH] = [3, 60];
/** Texts that are kept. */
const MAX_TEXTS = 20;

/** What stands in the text fields of a page, such as the words of a search or the name of something new. No secrets. */
export function findEnteredTexts({ visibility }: Pick<PageState, 'visibility'>): string[] {
  const texts = visibility.page.nodes
    .filter(
      (node) =>
        TEXT_FIELD_ROLES.has(node.role) && node.tag !== 'select' && isShownInteractive(visibility, node),
    )
    .map(({ attributes }) => collapseSpaces(attributes['.value'] ?? '').trim())
    .filter((text) => isDistinctive(text) && !text.includes(REDACTED_PLACEHOLDER));
  return [...new Set(texts)].slice(0, MAX_TEXTS);
}

/** Parameters by which addresses name the words of a search. */
const SEARCH_PARAMETERS = /^(?:q|query|search|s|terms?|keywords?|text|find)$/i;

/** The words that a page was searched for, by its address: `?q=Luca+Gupta`. */
export function searchTerms(url: string): string[] {
  const parameters = URL.canParse(url) ? [...new URL(url).searchParams] : [];
  return parameters
    .filter(([name]) => SEARCH_PARAMETERS.test(name))
    .map(([, value]) => collapseSpaces(value).trim())
    .filter(isDistinctive);
}

/** More than digits, which stand in dates and prices too. */
const isDistinctive = (text: string): boolean =>
  text.length >= MIN_LENGTH && text.length <= MAX_LENGTH && /\p{L}/u.test(text);
