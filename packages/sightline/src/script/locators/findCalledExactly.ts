import { elementVisibleText } from '../../render/element/elementText.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { withoutLabelEnd } from '../../snapshot/shorten.ts';
import type { LocatorSpec, LocatorStep } from './LocatorSpec.ts';
import { toCompared } from './matchPattern.ts';

/** Of the elements that a part of their words matches, those that have no other words: `Status:` for `getByLabel('Status')`. */
export function findCalledExactly(
  locator: LocatorSpec,
  found: readonly PageNode[],
  context: RenderContext,
): PageNode[] {
  const step = locator.at(-1);
  const words = step && wordsOf(step);
  if (!words) return [];
  const { normalized } = toCompared(words);
  const isCalledSo = (text: string): boolean =>
    withoutLabelEnd(toCompared(text).normalized) === withoutLabelEnd(normalized);
  return found.filter((node) => [node.name, elementVisibleText(node, context)].some(isCalledSo));
}

/** The words that a step looks for as a part of a text. */
function wordsOf(step: LocatorStep): string | undefined {
  if (step.by !== 'role' && !('text' in step)) return undefined;
  const words = step.by === 'role' ? step.name : step.text;
  return typeof words === 'string' && !step.exact && step.by !== 'testId' ? words : undefined;
}
