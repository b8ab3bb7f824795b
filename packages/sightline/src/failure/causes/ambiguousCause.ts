import { quote } from '../../render/escape.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { shorten } from '../../snapshot/shorten.ts';
import type { LandmarkIndex } from '../../structure/LandmarkIndex.ts';
import type { Cause } from '../Cause.ts';
import type { FailedPage } from '../FailedPage.ts';

/** The locator finds several elements where one was to be. */
export async function ambiguousCause(failed: FailedPage): Promise<Cause | undefined> {
  const { failure, spec, matches } = failed;
  if (!failure.isStrict) return undefined;
  const { visible, hidden } = matches;
  const total = visible.length + hidden.length;
  const count = countIn(failure.headline + failure.log.join(' ')) ?? total;
  const written = failure.locator ?? 'the locator';
  const [only] = visible;
  if (spec && only && visible.length === 1 && hidden.length > 0)
    return {
      kind: 'ambiguous',
      text: `${count} elements match ${written}, of which a person sees one: add .filter({ visible: true }).`,
      elements: [only, ...hidden],
    };
  const elements = [...visible, ...hidden];
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

/** Elements whose names or places are listed. */
const MAX_LISTED = 3;

/** What distinguishes them: their names, regions or items. */
function differenceText(nodes: readonly PageNode[], { context }: FailedPage): string {
  const { itemContexts, landmarkIndex } = context.pageState;
  const differences: [(node: PageNode) => string | undefined, (values: string) => string][] = [
    [({ name }) => name && quote(shorten(name, 50)), (values) => `: their names are ${values}`],
    [(node) => placeOf(node, landmarkIndex), (values) => `: they are in ${values}`],
    [(node) => itemContexts.get(node)?.label, (values) => `: each is in another row or item (${values})`],
  ];
  for (const [valueOf, write] of differences) {
    const values = nodes.map(valueOf);
    const listed = values.filter((value) => value !== undefined && value !== '').slice(0, MAX_LISTED);
    if (nodes.length > 1 && new Set(values).size === nodes.length && listed.length > 0)
      return write(`${listed.join(', ')}${values.length > listed.length ? ', …' : ''}`);
  }
  return '';
}

function placeOf(node: PageNode, index: LandmarkIndex): string | undefined {
  const heading = index.headingOf(node)?.text;
  return index.regionOf(node)?.address ?? (heading && quote(shorten(heading, 50)));
}
