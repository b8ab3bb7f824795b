import { escapeInline } from '../../render/escape.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import { nearestWord } from '../../snapshot/nearestWord.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import type { NearestServices } from './findNearest.ts';

/** Attributes that selectors name elements by, each with how it is written. */
const NAMING: readonly { attribute: string; pattern: RegExp; write(value: string): string }[] = [
  { attribute: 'id', pattern: /#([\w-]+)|\[id\s*[*^$]?=\s*["']?([^"'\]]+)/g, write: (id) => `#${id}` },
  ...['data-testid', 'data-test-id', 'data-test', 'name'].map((attribute) => ({
    attribute,
    pattern: new RegExp(`\\[${attribute}\\s*[*^$]?=\\s*["']?([^"'\\]]+)`, 'g'),
    write: (value: string) => `[${attribute}="${value}"]`,
  })),
];

/** A line for each id, test id or name of the page that is most like one in a selector which matches nothing. */
export function findLikeSelector(
  selector: string,
  context: RenderContext,
  { targets }: Pick<NearestServices, 'targets'>,
): string[] {
  const { nodes } = context.pageState.page;
  return NAMING.flatMap(({ attribute, pattern, write }) => {
    const byValue = new Map<string, PageNode>();
    for (const node of nodes) {
      const value = node.attributes[attribute];
      if (value && !byValue.has(value)) byValue.set(value, node);
    }
    const asked = Array.from(selector.matchAll(pattern), ([, first, second]) => first ?? second ?? '');
    return asked
      .filter((one) => !byValue.has(one))
      .flatMap((one) => nearestWord(one, byValue.keys()) ?? [])
      .map((value) => {
        const label = targets.renderCandidate(byValue.get(value) as PageNode, context);
        return `  ${escapeInline(write(value))}: ${label}`;
      });
  });
}
