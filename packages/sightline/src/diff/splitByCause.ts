import { addToGroup } from '../snapshot/groupBy.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import { CauseRank, type CauseRanking } from './CauseRanking.ts';
import type { AddedSpan } from './findAddedSpans.ts';
import type { ElementChange, PageDiff } from './PageDiff.ts';

/** A part of what changed. */
export type DiffPart = Pick<PageDiff, 'appeared' | 'changed' | 'texts' | 'gone'>;

/** What changed, by how surely the element that was used caused it. */
export interface CausedParts {
  /** What the element itself says now: its value, its state. */
  readBack: DiffPart;
  /** In dialogs that opened; beside the element, or controlled by it. */
  caused: DiffPart[];
  /** In the region of the element, the near first; elsewhere. */
  others: DiffPart[];
  scrolledIntoView: DiffPart;
}

export function splitByCause(diff: PageDiff, ranking: CauseRanking): CausedParts {
  const parts = new Map<CauseRank, DiffPart>();
  const partOf = (rank: CauseRank): DiffPart => {
    const part = parts.get(rank) ?? { appeared: [], changed: [], texts: [], gone: [] };
    parts.set(rank, part);
    return part;
  };
  const ranks = rankSpans(diff, ranking);
  for (const [span, rank] of ranks) partOf(rank).appeared.push(span);
  for (const [change, rank] of rankChanges(diff, ranking)) partOf(rank).changed.push(change);
  for (const text of diff.texts)
    partOf(Math.max(CauseRank.Dialog, ranking.rankNode(text.node, text.region)) as CauseRank).texts.push(
      text,
    );
  for (const item of diff.gone) partOf(ranking.rankRegion(item.region)).gone.push(item);
  for (const rank of [CauseRank.Region, CauseRank.Elsewhere])
    partOf(rank).appeared.sort((a, b) => ranking.distanceToSpan(a) - ranking.distanceToSpan(b));
  return {
    readBack: partOf(CauseRank.Itself),
    caused: [partOf(CauseRank.Dialog), partOf(CauseRank.Near)],
    others: [partOf(CauseRank.Region), partOf(CauseRank.Elsewhere)],
    scrolledIntoView: partOf(CauseRank.Scrolling),
  };
}

/** Elements of a region that changed alike go together, except for the element that was used. */
function rankChanges({ changed }: PageDiff, ranking: CauseRanking): Map<ElementChange, CauseRank> {
  const ranks = new Map(changed.map((one) => [one, ranking.rankNode(one.node, one.region)]));
  const alike = new Map<LandmarkRegion | undefined, Map<string, ElementChange[]>>();
  for (const change of changed) {
    if (ranks.get(change) === CauseRank.Itself) continue;
    const groups = alike.get(change.region) ?? new Map<string, ElementChange[]>();
    alike.set(change.region, groups);
    addToGroup(groups, JSON.stringify(change.changes), change);
  }
  for (const group of Array.from(alike.values()).flatMap((groups) => Array.from(groups.values()))) {
    const rank = Math.min(...group.map((one) => ranks.get(one) as CauseRank)) as CauseRank;
    for (const one of group) ranks.set(one, rank);
  }
  return ranks;
}

/** The rows of one list that was made anew go together. */
function rankSpans({ appeared, rebuilt }: PageDiff, ranking: CauseRanking): Map<AddedSpan, CauseRank> {
  const ranks = new Map(appeared.map((span) => [span, ranking.rankSpan(span)]));
  for (const { rows } of rebuilt) {
    const spans = appeared.filter(({ from, to }) => rows.some(({ index, end }) => from < end && to > index));
    const rank = Math.min(...spans.map((span) => ranks.get(span) as CauseRank)) as CauseRank;
    for (const span of spans) ranks.set(span, rank);
  }
  return ranks;
}

export const isEmptyPart = (part: DiffPart): boolean =>
  Object.values(part).every((list) => list.length === 0);
