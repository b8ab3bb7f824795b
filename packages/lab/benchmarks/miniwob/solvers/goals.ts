import type { Player } from '../Player.ts';
import type { Sight } from '../Sight.ts';

/** How each task is played, by its name. A solver gets a `Player` and nothing else. */
export type Solvers = Record<string, (player: Player) => Promise<unknown>>;

/** The groups of a pattern in an instruction or view; '' for a group that took no part. Throws without a match. */
export function match(pattern: RegExp, text: string): string[] {
  const found = pattern.exec(text);
  if (!found) throw new Error(`${pattern} is not in: ${text}`);
  return found.slice(1).map((group) => group ?? '');
}

/** Throws where the list is shorter. */
export function itemAt<T>(list: readonly T[], index: number): T {
  const item = list.at(index);
  if (item !== undefined) return item;
  throw new Error(`there is no item ${index} of ${list.length}`);
}

/** The words between double quotes, in order. */
export function quotedIn(goal: string): string[] {
  return [...goal.matchAll(/"([^"]*)"/g)].map(([, words = '']) => words);
}

/** The first words between double quotes. */
export const quoteIn = (goal: string): string => itemAt(quotedIn(goal), 0);

/** `3rd` is 3. */
export function ordinalIn(text: string): number {
  return Number(match(/(\d+)(?:st|nd|rd|th)/, text)[0]);
}

/** Of a list `a, b and c`. */
export function itemsIn(list: string): string[] {
  return list.split(/,\s*|\s+and\s+/).filter(Boolean);
}

export async function submit(player: Player, sight: Sight): Promise<void> {
  await player.click(sight.one('button', /^(submit|search|login|ok)$/i).number);
}
