import * as sightline from '../../dist/index.js';

/**
 * The one place where the bench meets Sightline's own search: `rank(snapshot, { text, keywordWeights }, k)`
 * answers at most `k` elements (`{ document: { key }, id }`), best first. The same snapshot is indexed once.
 * Undefined while dist/ exports no such function.
 * @type {undefined | ((snapshot: import('../../dist/index.js').Snapshot,
 *   question: { text: string, keywordWeights?: Record<string, number> }, k: number) =>
 *   { document: { key: string }, id: number }[])}
 */
export const rank = sightline.rank;
