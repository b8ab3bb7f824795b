import { elementState } from '../../render/element/elementState.ts';
import { quote } from '../../render/escape.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { shorten } from '../../snapshot/shorten.ts';
import type { Cause } from '../Cause.ts';
import type { FailedPage } from '../FailedPage.ts';
import { visibleTexts } from '../nearest/visibleTexts.ts';
import { placedLabel } from '../renderExplained.ts';
import { addressText, otherPageText } from './otherPage.ts';

/** Characters of a value in a cause. */
const MAX_VALUE = 160;

/** The element is there, or none was asked for, and a value is not the expected one. */
export function valueCause(failed: FailedPage): Cause | undefined {
  const { failure } = failed;
  if (/^toHaveURL$|^waitForURL$|^waitForNavigation$/.test(failure.call)) return addressCause(failed);
  if (failure.call === 'toHaveTitle') return titleCause(failed);
  if (failure.expected === undefined || failure.isNot) return undefined;
  if (failure.call === 'toHaveCount') return countCause(failed);
  const [node] = failed.matches.visible.length > 0 ? failed.matches.visible : failed.matches.hidden;
  if (failure.locator !== undefined && !node) return undefined;
  return node ? elementCause(node, failed) : plainCause(failed);
}

const shortValue = (value: string | undefined): string => shorten(value ?? '', MAX_VALUE);

function elementCause(node: PageNode, failed: FailedPage): Cause {
  const { failure, context } = failed;
  const label = placedLabel(node, context);
  if (failure.call === 'toBeChecked') {
    const isChecked = elementState(node).checked === 'true';
    return {
      kind: 'other value',
      text: `${label} is ${isChecked ? 'checked' : 'not checked'}.`,
      elements: [node],
    };
  }
  const property = PROPERTIES[failure.call] ?? 'is';
  const received = failure.received ?? 'something else';
  return {
    kind: 'other value',
    text: `${label} ${property} ${shortValue(received)}, where the test expects ${shortValue(failure.expected)}.${expectedElsewhere(node, failed)}`,
    elements: [node],
  };
}

const PROPERTIES: Readonly<Record<string, string>> = {
  toHaveText: 'has the text',
  toContainText: 'has the text',
  toHaveValue: 'has the value',
  toHaveValues: 'has the values',
  toHaveAttribute: 'has the attribute with',
  toHaveClass: 'has the classes',
  toContainClass: 'has the classes',
  toHaveCSS: 'has in CSS',
  toHaveId: 'has the id',
  toHaveAccessibleName: 'has the name',
  toHaveRole: 'has the role',
};

/** Where the expected words stand instead. */
function expectedElsewhere(node: PageNode | undefined, { failure, context }: FailedPage): string {
  const words = unquoted(failure.expected);
  if (words.length < 3) return '';
  const found = visibleTexts(context.pageState).find(
    (one) => one.text.toLowerCase().includes(words.toLowerCase()) && !(node?.contains(one.node) ?? false),
  );
  return found ? ` ${quote(shorten(words, 80))} stands at ${placedLabel(found.node, context)}.` : '';
}

function unquoted(value: string | undefined): string {
  return (
    /^"(.*)"$/s
      .exec(value ?? '')?.[1]
      ?.replace(/\\"/g, '"')
      .trim() ?? ''
  );
}

function countCause({ failure, matches, context }: FailedPage): Cause {
  const { visible, hidden } = matches;
  const now = visible.length + hidden.length;
  const hiddenNote = hidden.length > 0 && visible.length > 0 ? ` (${hidden.length} of them not shown)` : '';
  const last = visible.at(-1);
  const which = last ? ` The last is ${placedLabel(last, context)}.` : '';
  return {
    kind: 'other value',
    text: `${now} ${now === 1 ? 'element matches' : 'elements match'} ${shorten(failure.locator ?? '', 120)}${hiddenNote}, where the test expects ${shortValue(failure.expected)}.${which}`,
    elements: visible,
  };
}

function addressCause(failed: FailedPage): Cause {
  const { failure, context } = failed;
  const { url } = context.pageState.page;
  const expected = failure.expected ?? /waiting for navigation to "(.*?)"/.exec(failure.log.join('\n'))?.[1];
  const other = otherPageText(failed);
  return {
    kind: 'other page',
    text: `The page is at ${addressText(url)}${expected ? `, where the test expects ${shortValue(expected)}` : ''}.${other ? ` ${other}` : ''}`,
  };
}

function titleCause({ failure, context }: FailedPage): Cause {
  const { title, url } = context.pageState.page;
  return {
    kind: 'other page',
    text: `The title is ${quote(shorten(title, 100))} (${addressText(url)}), where the test expects ${shortValue(failure.expected)}.`,
  };
}

/** `expect(value).toBe(...)` and its likes. */
function plainCause(failed: FailedPage): Cause {
  const { failure } = failed;
  return {
    kind: 'other value',
    text: `The test got ${shortValue(failure.received)}, and expects ${shortValue(failure.expected)}.${expectedElsewhere(undefined, failed)}`,
  };
}
