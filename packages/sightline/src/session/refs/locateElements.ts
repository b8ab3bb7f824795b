import type { VerifiedLocators } from '../../browser/locators/findLocators.ts';
import { SELECTOR_ENGINE } from '../../browser/locators/selectorEngine.ts';
import type { LocatorRequest } from '../../browser/locators/verifyRoleSelectors.ts';
import type { PageConnection } from '../../browser/PageConnection.ts';
import type { ElementLocators, Locators } from '../../render/Locators.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import { countBy } from '../../snapshot/groupBy.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import type { PageState } from '../../structure/PageState.ts';
import { isRemoved } from '../../visibility/Visibility.ts';

/** Characters of the longest name in a selector. */
const MAX_NAME_LENGTH = 100;

/**
 * Selectors that find elements on the live page, each verified to find its element alone. For an element in an `object`
 * only our own: Playwright's locators do not enter its document. Throws what `PageConnection.findLocators` throws.
 */
export async function locateElements(
  nodes: readonly PageNode[],
  context: RenderContext,
  connection: Pick<PageConnection, 'findLocators'>,
): Promise<Map<PageNode, ElementLocators>> {
  const frameElements = nodes.flatMap(framesAround);
  const allNodes = [...new Set([...nodes, ...frameElements])];
  const uniqueNames = new UniqueNames(context.pageState);
  const requestedNodes = new Set(nodes);
  const requests = allNodes.map((node) =>
    requestedNodes.has(node) ? uniqueNames.requestFor(node) : requestWithoutRole(node),
  );
  const located = await connection.findLocators(requests);
  const found = new Map(allNodes.map((node, i) => [node, located[i] as VerifiedLocators]));
  return new Map(
    nodes.map((node) => {
      const frames = framesAround(node);
      const isReached = frames.every(({ tag }) => tag === 'iframe' || tag === 'frame');
      const locators = locatorsOf(node, isReached ? (found.get(node) as VerifiedLocators) : {}, context);
      const frameLocators = frames.map((frame) => frameLocator(frame, found.get(frame) as VerifiedLocators));
      return [node, { locators, frameLocators: isReached ? frameLocators : [] }];
    }),
  );
}

/** The frame elements around a node, the outermost first. */
function framesAround(node: PageNode): PageNode[] {
  const frames: PageNode[] = [];
  for (let { owner } = node.document; owner; owner = owner.document.owner) frames.unshift(owner);
  return frames;
}

function requestWithoutRole({ document, id }: PageNode): LocatorRequest {
  return { document: document.key, id };
}

function engineSelector({ document, id }: PageNode): string {
  return `${SELECTOR_ENGINE}=${document.key}/${id}`;
}

function locatorsOf(
  node: PageNode,
  { marked, ...found }: VerifiedLocators,
  { pageState }: RenderContext,
): Locators {
  const idSelector = `[data-element-id="${pageState.stableIds.of(node)}"]`;
  const { testId, id, role, css, xpath, text } = found;
  const selectors = { testId, id, role, css, xpath, text };
  return {
    primary: marked === idSelector ? idSelector : engineSelector(node),
    ...Object.fromEntries(Object.entries(selectors).filter(([, selector]) => selector !== undefined)),
  };
}

function frameLocator(frame: PageNode, { testId, id, css }: VerifiedLocators): string {
  return testId ?? id ?? css ?? engineSelector(frame);
}

/** Finds elements whose role and name no other in their document has: role selectors are verified for these only. */
class UniqueNames {
  readonly #counts: ReadonlyMap<string, number>;

  constructor({ visibility }: PageState) {
    const shown = visibility.page.nodes.filter((node) => node.role !== '' && !isRemoved(visibility, node));
    this.#counts = countBy(shown, keyOf);
  }

  requestFor(node: PageNode): LocatorRequest {
    const { role, name } = node;
    const isUnique = role !== '' && name !== '' && name.length <= MAX_NAME_LENGTH && this.#isUnique(node);
    return { ...requestWithoutRole(node), ...(isUnique && { roleAndName: { role, name } }) };
  }

  #isUnique(node: PageNode): boolean {
    return (this.#counts.get(keyOf(node)) ?? 0) <= 1;
  }
}

function keyOf({ document, role, name }: PageNode): string {
  return `${document.key} ${role} ${name}`;
}
