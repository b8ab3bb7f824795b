import { usableRoles } from './judgePage.mjs';

/**
 * A number of a peer's. `role` and `name` as the peer tells them, undefined where it does not; `mark`: of the element
 * that the peer itself says it stands for, undefined where it says none of this document.
 * @typedef {{ role?: string, name?: string, mark?: string }} Ref
 * @typedef {object} Verdict
 * @property {number} judged numbers on something to use @property {string[]} ghosts of them, what the pointer cannot reach
 * @property {number} usable elements that a person can use @property {string[]} misses of them, without any number
 * @property {number} named numbers with a name to judge @property {string[]} wrongNames of them, other than Chrome's
 */

/**
 * @param {Ref[]} refs @param {Map<string, import('./judgePage.mjs').Truth>} truths
 * @returns {Verdict}
 */
export function compare(refs, truths) {
  const claims = refs.filter(
    ({ role, mark }) => isJudged(truths.get(mark)) && (role === undefined || usableRoles.has(role)),
  );
  const ghosts = claims.filter(({ mark }) => !truths.get(mark).reached);
  const usable = [...truths].filter(([, truth]) => truth.usable);
  const misses = missed(refs, usable);
  const named = claims.filter(
    ({ mark, name }) => name !== undefined && usableRoles.has(truths.get(mark).role),
  );
  const wrong = named.filter(({ mark, name }) => plain(name) !== plain(truths.get(mark).name));
  const say = (mark, name) => `${truths.get(mark).role || 'element'} ${JSON.stringify(name)} (${mark})`;
  return {
    judged: claims.length,
    ghosts: ghosts.map(({ mark, name }) => say(mark, name ?? truths.get(mark).name)),
    usable: usable.length,
    misses: misses.map(([mark, { name }]) => say(mark, name)),
    named: named.length,
    wrongNames: wrong.map(
      ({ mark, name }) => `${say(mark, name)}: Chrome says ${JSON.stringify(truths.get(mark).name)}`,
    ),
  };
}

/** Those of `usable` that have no number, nor has what stands for them. */
function missed(refs, usable) {
  const numbered = new Set(refs.map(({ mark }) => mark));
  return usable.filter(
    ([mark, { standIns }]) => !numbered.has(mark) && !standIns.some((one) => numbered.has(one)),
  );
}

/** Marks of what any of the contenders misses. @param {Ref[][]} all @param {Map<string, import('./judgePage.mjs').Truth>} truths */
export function missedByAny(all, truths) {
  const usable = [...truths].filter(([, truth]) => truth.usable);
  return [...new Set(all.flatMap((refs) => missed(refs, usable).map(([mark]) => mark)))];
}

/** White space, case, and the glyphs of icon fonts are no difference (docs/oracles.md). */
const plain = (name) =>
  name
    .replace(/[\uE000-\uF8FF]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** Options are reached through their list, which is judged. */
const isJudged = (truth) => truth !== undefined && !/option/i.test(truth.role);
