import { revealHint } from '../../render/explainNode.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import { searchElements } from '../../search/elements/searchElements.ts';
import type { SearchResources } from '../queries/SearchResources.ts';
import type { TargetResolver } from './TargetResolver.ts';

/** What a search for the nearest elements needs. */
export interface NearestServices {
  readonly targets: TargetResolver;
  readonly search: SearchResources;
  loadSearch(): Promise<void>;
}

/** Elements that an error names, and those of which they are chosen. */
const MAX_NEAREST = 4;
const MAX_SEARCHED = 16;

/**
 * The elements most like the words, a line each with its number; how to reveal it, for one that is hidden.
 * @param role those that have it come first
 */
export async function findNearest(
  words: string,
  context: RenderContext,
  services: NearestServices,
  role?: string,
): Promise<string[]> {
  const { search, targets } = services;
  // Code that was bundled without it names those that have the words.
  await services.loadSearch().catch(() => undefined);
  const { matches, closest } = searchElements(
    search.indexOf(context.pageState),
    { text: words },
    { limit: role ? MAX_SEARCHED : MAX_NEAREST, vectors: search.vectors },
  );
  const nearest = matches.length > 0 ? matches : closest;
  const isAsked = ({ node }: (typeof nearest)[number]): boolean => node.role === role;
  const sorted = role ? [...nearest].sort((a, b) => Number(isAsked(b)) - Number(isAsked(a))) : nearest;
  return sorted.slice(0, MAX_NEAREST).map(({ node, hidden }) => {
    const hint = hidden ? revealHint(node, context) : null;
    return `  ${targets.renderCandidate(node, context)}${hidden ? ` (hidden${hint ? `: ${hint}` : ''})` : ''}`;
  });
}
