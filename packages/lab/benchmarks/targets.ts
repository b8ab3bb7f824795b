import type { CommandResult } from './measureCommand.ts';
import type { PageResult } from './measurePage.ts';
import type { SecondLook } from './measureSecondLook.ts';
import { geometricMean } from './statistics.ts';

/** All that `npm run bench` measures. */
export interface LookResults {
  /** ISO 8601. */
  at: string;
  machine: string;
  pages: PageResult[];
  secondLooks: SecondLook[];
  /** On the page `mixed-2500`, or the first. */
  commands?: CommandResult;
}

/** A target beside what was measured. */
export interface TargetResult {
  what: string;
  target: string;
  measured: string;
  met: boolean;
  /** By which factor it is missed: `1.20 x`; empty where it is met. */
  missedBy: string;
}

export function judgeTargets({ pages, secondLooks, commands }: LookResults): TargetResult[] {
  return [
    ...judgeLooks(pages),
    ...judgeGrowth(pages),
    ...judgeSecondLooks(pages),
    ...judgeTokens(pages),
    ...judgeInteractiveTokens(pages),
    ...secondLooks.flatMap(judgeSecondLookTokens),
    ...(commands ? [judgeCommand(commands)] : []),
  ];
}

function judgeLooks(pages: readonly PageResult[]): TargetResult[] {
  const speedup = ({ time }: PageResult): number => time.aria / time.look;
  // The walk reads the page's own document only.
  const framed = (name: string): boolean => name.startsWith('frames');
  const heaviest = maxBy(
    pages.filter(({ name }) => !framed(name)),
    captureShare,
  );
  const slowest = maxBy(pages, (page) => -speedup(page));
  const captured = heaviest ? captureShare(heaviest) : Number.NaN;
  return [
    result(
      'capture',
      '<= 2 x the walk + 5 ms, worst page',
      `${times(captured)} of that, ${heaviest?.name}`,
      captured,
    ),
    atLeast('look, geometric mean', '>= 5 x faster than Playwright AI', geometricMean(pages.map(speedup)), 5),
    atLeast(
      'look, slowest page',
      '>= 2 x faster than Playwright AI',
      slowest ? speedup(slowest) : Number.NaN,
      2,
      slowest?.name,
    ),
  ];
}

/** Capture as a share of what it may take. */
const captureShare = ({ time }: PageResult): number => time.capture / (2 * time.walk + 5);

function judgeGrowth(pages: readonly PageResult[]): TargetResult[] {
  const small = pages.find(({ name }) => name === 'mixed-2500');
  const large = pages.find(({ name }) => name === 'mixed-120000');
  if (!small || !large) return [];
  const perElement = ({ time, elements }: PageResult): number => time.look / elements;
  const growth = perElement(large) / perElement(small);
  return [atMost('growth, look per element', '<= 1.5 x, 120,000 against 2,500', growth, 1.5)];
}

const judgeSecondLooks = (pages: readonly PageResult[]): TargetResult[] =>
  pages
    .filter(({ name }) => name.endsWith('-17000'))
    .map(({ name, time }) =>
      result(`look again, ${name}`, '<= 5 ms', `${time.again.toFixed(0)} ms`, time.again / 5),
    );

function judgeTokens(pages: readonly PageResult[]): TargetResult[] {
  const share = ({ tokens }: PageResult): number => tokens.outline / tokens.aria;
  const application = pages.find(({ name }) => name === 'application');
  const summary = application?.tokens.summary;
  return [
    ...meanAndWorst('tokens, full content', '<= 0.5 x Playwright AI', pages, share, 0.5),
    ...(summary === undefined
      ? []
      : [result('tokens, summary of the application page', '<= 400', String(summary), summary / 400)]),
  ];
}

function judgeInteractiveTokens(pages: readonly PageResult[]): TargetResult[] {
  const withPeer = pages.filter(({ tokens }) => tokens.agentBrowser);
  const share = ({ tokens }: PageResult): number => tokens.interactive / (tokens.agentBrowser ?? Number.NaN);
  if (withPeer.length === 0) return [];
  return meanAndWorst('tokens, interactive only', '<= 0.7 x agent-browser -i', withPeer, share, 0.7);
}

function meanAndWorst(
  what: string,
  target: string,
  pages: readonly PageResult[],
  share: (page: PageResult) => number,
  bound: number,
): TargetResult[] {
  const worst = maxBy(pages, share);
  return [
    atMost(`${what}, geometric mean`, target, geometricMean(pages.map(share)), bound),
    atMost(`${what}, worst page`, target, worst ? share(worst) : Number.NaN, bound, worst?.name),
  ];
}

/** From the second step on 20 to 45 % fewer tokens (docs/spec/outline.md). */
const judgeSecondLookTokens = ({ page, unchanged, text, panel }: SecondLook): TargetResult[] =>
  Object.entries({ unchanged, text, panel }).map(([change, share]) =>
    atMost(`second look, ${page}, ${change}`, '<= 0.8 x the first', share, 0.8),
  );

function judgeCommand({ node, forwarder }: CommandResult): TargetResult {
  const above = forwarder - node;
  return result(
    'a command on an open session',
    '<= 25 ms above `node -e 0`',
    `${above.toFixed(1)} ms`,
    above / 25,
  );
}

function maxBy<T>(items: readonly T[], figure: (item: T) => number): T | undefined {
  const largest = Math.max(...items.map(figure));
  return items.find((item) => figure(item) === largest);
}

const times = (ratio: number): string => `${ratio.toFixed(2)} x`;

const withPage = (figure: number, page: string | undefined): string =>
  page ? `${times(figure)} (${page})` : times(figure);

const atMost = (what: string, target: string, figure: number, bound: number, page?: string): TargetResult =>
  result(what, target, withPage(figure, page), figure / bound);

const atLeast = (what: string, target: string, figure: number, bound: number, page?: string): TargetResult =>
  result(what, target, withPage(figure, page), bound / figure);

/** @param ratio of figure and bound: up to 1 is met */
const result = (what: string, target: string, measured: string, ratio: number): TargetResult => ({
  what,
  target,
  measured,
  met: ratio <= 1,
  missedBy: ratio <= 1 ? '' : times(ratio),
});
