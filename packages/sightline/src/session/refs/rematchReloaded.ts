import { withoutHash } from '../../browser/network/PageLog.ts';
import { displayName } from '../../identity/displayName.ts';
import { type RematchResult, rematch } from '../../identity/rematch.ts';
import type { PageDocument, PageNode } from '../../snapshot/Page.ts';
import type { PageState } from '../../structure/PageState.ts';

/** An element, and the page that it was shown on. */
interface ShownElement {
  node: PageNode;
  pageState: PageState;
}

type Rebound = Extract<RematchResult, { kind: 'rebound' }>;

/** Identifies no element. */
const NO_ID = -1;

/**
 * The successor of an element whose page was loaded again at the same address: the only one that fits all that is known of it, with
 * its role, name and tag, under the same heading. Undefined for none, and on a page of another address or title.
 */
export function rematchReloaded({ node, pageState }: ShownElement, after: PageState): Rebound | undefined {
  const document = documentLike(node.document, pageState, after);
  if (!document || displayName(node) === '') return undefined;
  const fingerprint = { ...pageState.fingerprinter.of(node), document: document.key, id: NO_ID };
  const found = rematch(fingerprint, after.fingerprinter);
  if (found.kind !== 'rebound') return undefined;
  const isSame =
    found.node.role === node.role &&
    found.node.tag === node.tag &&
    displayName(found.node) === displayName(node) &&
    headingTextOf(found.node, after) === headingTextOf(node, pageState);
  return isSame ? found : undefined;
}

/** The main document, or the only frame with the address, of the same page loaded again. */
function documentLike(
  { owner, url }: PageDocument,
  before: PageState,
  { page }: PageState,
): PageDocument | undefined {
  if (withoutHash(before.page.url) !== withoutHash(page.url) || before.page.title !== page.title)
    return undefined;
  if (!owner) return page.documents[0];
  const frames = page.documents.filter((one) => one.owner && withoutHash(one.url) === withoutHash(url));
  return frames.length === 1 ? frames[0] : undefined;
}

const headingTextOf = (node: PageNode, { landmarkIndex }: PageState): string =>
  landmarkIndex.headingOf(node)?.text ?? '';
