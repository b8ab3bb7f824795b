/** One way of doing the tasks, to be held against another. */
import { type AgentSettings, type QueryMode, SightlineError } from '../../../sightline/src/internal.ts';
export interface Variant {
  /** A name for folders and reports: `openai-gpt-4o-mini_hybrid_outline`. */
  id: string;
  /** As `openModel` takes it, or `oracle`. */
  model: string;
  queryMode: QueryMode;
  view?: AgentSettings['view'];
  style?: AgentSettings['style'];
}

export interface VariantGrid {
  models: readonly string[];
  queryModes: readonly QueryMode[];
  outline: boolean;
  style?: AgentSettings['style'];
}

/** Each model in each mode. */
export function variantsOf({ models, queryModes, outline, style }: VariantGrid): Variant[] {
  return models.flatMap((model) =>
    queryModes.map((queryMode) => variantOf(model, queryMode, { outline, style })),
  );
}

export function variantOf(
  model: string,
  queryMode: QueryMode,
  { outline = false, style }: { outline?: boolean; style?: AgentSettings['style'] } = {},
): Variant {
  const id = [model, queryMode, ...(outline ? ['outline'] : []), ...(style ? [style] : [])]
    .map((part) => part.replace(/[^\w.-]+/g, '-'))
    .join('_');
  return { id, model, queryMode, ...(outline && { view: 'outline' as const }), ...(style && { style }) };
}

/**
 * The pair that a tier of the combined protocol (docs/spec/query.md, Q-71) compares: 1, query tools help the same model; 2, a small
 * model with them matches a large one with the whole page; 3, the same with the outline. The one to be shown first.
 * @throws SightlineError `invalid_argument`
 */
export function tierVariants(tier: 1 | 2 | 3, models: readonly string[]): [Variant, Variant] {
  const modelCount = tier === 1 ? 1 : 2;
  if (models.length !== modelCount)
    throw new SightlineError('invalid_argument', `Tier ${tier} compares ${TIER_DESCRIPTIONS[tier]}.`, {
      hint: tier === 1 ? 'Name one model with --model.' : 'Name two with --models SMALL,LARGE.',
    });
  const [small = '', large = small] = models;
  return [variantOf(small, 'hybrid', { outline: tier === 3 }), variantOf(large, 'off')];
}

const TIER_DESCRIPTIONS = {
  1: 'hybrid with off, of one model',
  2: 'a small model in hybrid with a large one in off',
  3: 'a small model in hybrid with the outline with a large one in off',
} as const;
