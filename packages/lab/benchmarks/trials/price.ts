import { type LoggedCommand, type TrialLog, tokensOf } from './readLogs.ts';

/** Tokens of a conversation before its task: instructions, definitions of tools. */
const BASE = 10_000;
/** Of an input token that is read for the first time, read again from the cache, or written. */
const WORTH = { fresh: 1.25, cached: 0.1, written: 5 };

/** What a trial would cost a person; a price is in input tokens' worth. */
export interface Price {
  tasks: number;
  turns: number;
  /** Tokens. */
  manual: number;
  perTask: number;
}

/**
 * Each task is a conversation of its own: with each turn all before it is read again, what the turn shows is new, and what it
 * says is written. The manual is read once a task.
 */
export function priceOf({ manual, tasks }: TrialLog, base = BASE): Price {
  const manualTokens = manual.reduce((sum, { read }) => sum + read, 0);
  let price = 0;
  let turns = 0;
  const tried = tasks.filter(({ commands }) => commands.length > 0);
  for (const { commands } of tried) {
    const each = turnsOf(commands);
    let context = base + manualTokens;
    price += WORTH.fresh * manualTokens;
    for (const { read, written } of each) {
      price += WORTH.cached * context + WORTH.written * written + WORTH.fresh * read;
      context += read + written;
    }
    price += WORTH.cached * context;
    turns += each.length;
  }
  return { tasks: tried.length, turns, manual: manualTokens, perTask: Math.round(price / tried.length) };
}

/** Tokens by turn. */
function turnsOf(commands: readonly LoggedCommand[]): { read: number; written: number }[] {
  const turns = new Map<number, { read: number; written: number }>();
  for (const { turn, read, argv, stdin = '' } of commands) {
    const sums = turns.get(turn) ?? { read: 0, written: 0 };
    sums.read += read;
    sums.written += tokensOf(argv.slice(1).join(' ') + stdin);
    turns.set(turn, sums);
  }
  return [...turns.values()];
}
