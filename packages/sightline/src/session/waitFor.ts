import { setTimeout } from 'node:timers/promises';
import type { Settled } from '../act/Settling.ts';
import { SightlineError } from '../model/SightlineError.ts';
import { shorten } from '../model/shorten.ts';
import { searchText } from '../query/searchText.ts';
import { clean, quote } from '../view/escape.ts';
import type { Scene } from '../view/View.ts';
import type { Answer } from './Answer.ts';

/** What is waited for: all that is given. */
export interface WaitOptions {
  /** Words that are shown, whatever their case. */
  text?: string;
  /** Words that are shown no more. */
  gone?: string;
  /** Number of an element that is shown and enabled. */
  number?: number;
  /** What the address holds; `*` stands for anything. */
  url?: string;
  /** Nothing moves, changes or loads any more. */
  idle?: boolean;
  /** Milliseconds; default 10,000. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** How a wait sees the page. */
export interface Eyes {
  scene(timeoutMs: number): Promise<Scene>;
  /** Whether the element of a number can be used now. */
  isReady(number: number): Promise<boolean>;
  settle(timeoutMs: number): Promise<Settled>;
}

/** Milliseconds between two looks: one costs next to nothing where nothing has changed. */
const PAUSE = 60;

interface Condition {
  /** Words that can follow "waited for". */
  what: string;
  holds(scene: Scene): boolean | Promise<boolean>;
}

/**
 * Answers once all that is asked for holds at the same time. Throws `timeout` with the first that does not,
 * `invalid_argument` where nothing is asked for, and what looking at the page throws.
 */
export async function waitFor(options: WaitOptions, eyes: Eyes): Promise<Answer> {
  const { timeoutMs = 10_000, idle = false, signal } = options;
  const conditions = conditionsOf(options, eyes);
  if (conditions.length === 0 && !idle) throw nothing();
  const started = performance.now();
  const left = (): number => started + timeoutMs - performance.now();
  for (;;) {
    signal?.throwIfAborted();
    const missing = await firstMissing(conditions, eyes, Math.max(1, left()));
    if (missing === undefined) break;
    if (left() <= 0) throw late(missing, timeoutMs);
    await setTimeout(PAUSE, undefined, { signal });
  }
  if (idle) {
    const { settled, reason } = await eyes.settle(Math.max(1, left()));
    if (!settled) throw late(`a page at rest (${reason})`, timeoutMs);
  }
  const waited = Math.round(performance.now() - started);
  const what = [...conditions.map((one) => one.what), ...(idle ? ['a page at rest'] : [])];
  return { text: `there after ${waited} ms: ${what.join(', ')}`, data: { waitedMs: waited } };
}

function conditionsOf({ text, gone, number, url }: WaitOptions, eyes: Eyes): Condition[] {
  const conditions: Condition[] = [];
  const shows = (scene: Scene, words: string): boolean =>
    searchText(scene.structure, words, { limit: 1 }).total > 0;
  if (url !== undefined) conditions.push({ what: `the address ${named(url)}`, holds: isAt(url) });
  if (text !== undefined)
    conditions.push({ what: `the text ${named(text)}`, holds: (scene) => shows(scene, text) });
  if (gone !== undefined)
    conditions.push({ what: `the end of the text ${named(gone)}`, holds: (scene) => !shows(scene, gone) });
  if (number !== undefined) conditions.push({ what: `[${number}]`, holds: () => eyes.isReady(number) });
  return conditions;
}

const named = (text: string): string => quote(shorten(clean(text), 100));

function isAt(pattern: string): Condition['holds'] {
  const parts = pattern.split('*').map((part) => part.toLowerCase());
  return ({ structure }) => {
    const url = structure.pruning.page.url.toLowerCase();
    let at = 0;
    for (const part of parts) {
      const found = url.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return true;
  };
}

/** A page that is on its way to another has nothing yet. */
async function firstMissing(
  conditions: Condition[],
  eyes: Eyes,
  timeoutMs: number,
): Promise<string | undefined> {
  if (conditions.length === 0) return undefined;
  let scene: Scene;
  try {
    scene = await eyes.scene(timeoutMs);
  } catch (error) {
    const isOnItsWay =
      error instanceof SightlineError && (error.code === 'navigated' || error.code === 'timeout');
    if (isOnItsWay) return conditions[0]?.what;
    throw error;
  }
  for (const { what, holds } of conditions) if (!(await holds(scene))) return what;
  return undefined;
}

function nothing(): SightlineError {
  return new SightlineError('invalid_argument', 'Nothing was said to wait for.', {
    hint: 'Give a text, a text that goes, a number, an address, or idle.',
  });
}

function late(what: string, timeoutMs: number): SightlineError {
  return new SightlineError('timeout', `Waited ${timeoutMs} ms in vain for ${what}.`, {
    hint: 'Look at the page to see where it stands, or allow more time.',
    retryable: true,
  });
}
