const kinds = ['shared', 'other', 'language'];
const halves = ['tune', 'held'];

/** Shares in percent; `mrr` in [0, 1]. @typedef {{ count: number, at1: number, at5: number, at20: number, mrr: number }} Score */

/** @param {import('./measure.mjs').Asked[]} asked @returns {Score} */
function score(asked, contender) {
  const ranks = asked.map(({ ranks }) => ranks[contender]);
  const within = (k) => (100 * ranks.filter((rank) => rank > 0 && rank <= k).length) / ranks.length;
  const mrr = ranks.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0) / ranks.length;
  return { count: ranks.length, at1: within(1), at5: within(5), at20: within(20), mrr };
}

/**
 * Scores over all, by kind, of what is hidden, and by half; by half and kind too.
 * @param {import('./measure.mjs').Asked[]} asked @returns {Record<string, Record<string, Score>>}
 */
export function scoreAll(asked) {
  const groups = {
    all: asked,
    ...Object.fromEntries(kinds.map((kind) => [kind, asked.filter((one) => one.kind === kind)])),
    hidden: asked.filter(({ hidden }) => hidden),
  };
  for (const half of halves) {
    const part = asked.filter((one) => one.half === half);
    groups[half] = part;
    for (const kind of kinds) groups[`${half}, ${kind}`] = part.filter((one) => one.kind === kind);
  }
  const contenders = Object.keys(asked[0]?.ranks ?? {});
  const scoresOf = (part) => Object.fromEntries(contenders.map((name) => [name, score(part, name)]));
  return Object.fromEntries(
    Object.entries(groups)
      .filter(([, part]) => part.length > 0)
      .map(([name, part]) => [name, scoresOf(part)]),
  );
}

/** Questions for tuning that a contender does not answer within 5, worst first. */
export function failuresOf(asked, contender) {
  const depth = ({ ranks }) => ranks[contender] || Number.POSITIVE_INFINITY;
  return asked
    .filter((one) => one.half === 'tune' && depth(one) > 5)
    .sort((a, b) => (depth(a) === depth(b) ? 0 : depth(b) - depth(a)))
    .map(({ id, kind, ask, ranks }) => ({ id, kind, ask, rank: ranks[contender] }));
}
