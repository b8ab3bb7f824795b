import { createRanker } from '../../../sightline/dist/index.js';

/**
 * The one place where the bench meets Sightline's own search: `rank(snapshot, { text, keywordWeights }, k)`
 * answers at most `k` elements, best first. The same snapshot is indexed once.
 */
export const rank = await createRanker();
