import { quote } from '../../render/escape.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { shorten } from '../../snapshot/shorten.ts';
import { findLoadingSign } from '../../structure/loadingSign.ts';
import type { PageState } from '../../structure/PageState.ts';
import type { Cause } from '../Cause.ts';
import type { FailedPage } from '../FailedPage.ts';
import { placedLabel } from '../renderExplained.ts';

/** It was not there while the test waited, and is there now. `afterMs`: how long after. */
export function cameLaterCause(later: FailedPage, afterMs: number): Cause {
  const { failure, matches, context } = later;
  const [node] = matches.visible;
  const waited = failure.timeoutMs ? ` of ${failure.timeoutMs} ms` : '';
  const what = node ? placedLabel(node, context) : (failure.locator ?? 'It');
  const when =
    afterMs > 0
      ? `came about ${Math.ceil(afterMs / 100) * 100} ms after the test had given up`
      : 'is there now, and came too late for the test';
  return {
    kind: 'slow',
    text: `${what} ${when}: the page needs longer than the time${waited}. Wait longer, or for what brings it.`,
    elements: matches.visible,
  };
}

/** Nothing came, and the page says that it is loading. Undefined for a page that is at rest. */
export function loadingText({ context, failure, observed }: FailedPage): string | undefined {
  const { pageState } = context;
  const pending = observed.pendingRequests ?? [];
  const sign = findLoadingSign(pageState.visibility);
  if (!sign && pending.length === 0 && pageState.page.documents[0]?.readyState !== 'loading')
    return undefined;
  const shown = sign ? `: ${signText(sign, pageState)}` : '';
  const waiting =
    pending.length > 0
      ? `. No answer yet to ${pending
          .slice(0, 2)
          .map((one) => shorten(one, 100))
          .join(', ')}`
      : '';
  const after = failure.timeoutMs ? ` after the ${failure.timeoutMs} ms that the test waited` : '';
  return `The page is still loading${after}${shown}${waiting}.`;
}

function signText(node: PageNode, { visibility }: PageState): string {
  const texts = visibility.page.subtree(node).flatMap((one) => (one.isText ? one.text : []));
  const words = shorten(node.name || texts.join(' '), 60);
  const kind = node.isText ? 'it says' : node.role || node.tag;
  return words === '' ? `a ${kind} is shown` : `${kind} ${quote(words)}`;
}
