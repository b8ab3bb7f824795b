import type { PageNode } from '../../snapshot/Page.ts';
import type { Cause } from '../Cause.ts';
import type { FailedPage } from '../FailedPage.ts';

/** The locator finds several elements where one was to be. */
export async function ambiguousCause(failed: FailedPage): Promise<Cause | undefined> {
  const { failure, spec, matches } = failed;
  if (!failure.isStrict) return undefined;
  const { seen, hidden } = matches;
  const total = seen.length + hidden.length;
  const count = countIn(failure.headline + failure.log.join(' ')) ?? total;
  const written = failure.locator ?? 'the locator';
  const [only] = seen;
  if (spec && only && seen.length === 1 && hidden.length > 0)
    return {
      kind: 'ambiguous',
      text: `${count} elements match ${written}, of which a person sees one: add .filter({ visible: true }).`,
      elements: [only, ...hidden],
    };
  const elements = [...seen, ...hidden];
  return {
    kind: 'ambiguous',
    text: `${count} elements match ${written}, where one was to be${differenceText(elements, failed)}.`,
    elements,
  };
}

const countIn = (text: string): number | undefined => {
  const count = /resolved to (\d+) elements/.exec(text)?.[1];
  return count === undefined ? undefined : Number(count);
};

/** What tells them apart: items, regions, names. */
function differenceText(nodes: readonly PageNode[], { context }: FailedPage): string {
  const { itemContexts, landmarkIndex } = context.pageState;
  const isSpread = (valueOf: (node: PageNode) => string | undefined): boolean => {
    const values = nodes.map(valueOf);
    return nodes.length > 1 && new Set(values).size === nodes.length && !values.includes(undefined);
  };
  if (isSpread(({ name, role }) => `${role} ${name}`))
    return '; their names differ, and the locator fits a part of each';
  if (isSpread((node) => itemContexts.get(node)?.label)) return '; each is in another row or item';
  if (isSpread((node) => landmarkIndex.regionOf(node)?.address)) return '; each is in another region';
  return '';
}
