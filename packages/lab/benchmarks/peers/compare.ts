import { CONTROL_ROLES } from '../roles.ts';
import type { Truth } from './judgePage.ts';

/** A number of a peer's. */
export interface PeerRef {
  /** As the peer says; undefined where it does not. */
  role?: string | undefined;
  /** As the peer says; undefined where it does not. */
  name?: string | undefined;
  /** Of the element that the peer itself says the number means; undefined where it is none of this document. */
  mark?: string | undefined;
}

export interface PeerVerdict {
  /** Numbers on controls. */
  judged: number;
  /** Of them, what the pointer cannot reach. */
  ghosts: string[];
  /** Elements that a person can use. */
  usable: number;
  /** Of them, without any number. */
  misses: string[];
  /** Numbers with a name to judge. */
  named: number;
  /** Of them, with another name than Chrome's. */
  wrongNames: string[];
}

interface Claim extends PeerRef {
  mark: string;
  truth: Truth;
}

export function compare(refs: readonly PeerRef[], truths: ReadonlyMap<string, Truth>): PeerVerdict {
  const claims = refs.flatMap(({ role, name, mark = '' }): Claim[] => {
    const truth = truths.get(mark);
    const isJudged = truth && isJudgedRole(truth) && (role === undefined || CONTROL_ROLES.has(role));
    return isJudged ? [{ role, name, mark, truth }] : [];
  });
  const usable = usableIn(truths);
  const named = claims.filter(({ name, truth }) => name !== undefined && CONTROL_ROLES.has(truth.role));
  const wrong = named.filter(({ name = '', truth }) => normalize(name) !== normalize(truth.name));
  return {
    judged: claims.length,
    ghosts: claims
      .filter(({ truth }) => !truth.reached)
      .map(({ mark, name, truth }) => describe(mark, truth, name ?? truth.name)),
    usable: usable.length,
    misses: missed(refs, usable).map(([mark, truth]) => describe(mark, truth, truth.name)),
    named: named.length,
    wrongNames: wrong.map(
      ({ mark, name = '', truth }) =>
        `${describe(mark, truth, name)}: Chrome says ${JSON.stringify(truth.name)}`,
    ),
  };
}

const describe = (mark: string, { role }: Truth, name: string): string =>
  `${role || 'element'} ${JSON.stringify(name)} (${mark})`;

/** A label that listens works a field, which is judged by itself. */
const usableIn = (truths: ReadonlyMap<string, Truth>): [string, Truth][] =>
  [...truths].filter(([, { usable, role }]) => usable && role !== 'LabelText');

/** Those of `usable` that have no number, nor has what can stand in for them. */
function missed(refs: readonly PeerRef[], usable: readonly [string, Truth][]): [string, Truth][] {
  const numbered = new Set(refs.map(({ mark }) => mark));
  return usable.filter(
    ([mark, { standIns }]) => !numbered.has(mark) && !standIns.some((one) => numbered.has(one)),
  );
}

/** Marks of what any of the contenders misses. */
export function missedByAny(
  all: readonly (readonly PeerRef[])[],
  truths: ReadonlyMap<string, Truth>,
): string[] {
  const usable = usableIn(truths);
  return [...new Set(all.flatMap((refs) => missed(refs, usable).map(([mark]) => mark)))];
}

/** White space, case, the glyphs of icon fonts and characters that nothing draws are no difference (docs/oracles.md). */
const normalize = (name: string): string =>
  name
    .replace(/[\uE000-\uF8FF]|\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** Options are reached through their list, which is judged. */
const isJudgedRole = ({ role }: Truth): boolean => !/option/i.test(role);
