import { geometricMean } from './statistics.mjs';

/**
 * A target beside what was measured. `ratio` is figure / bound: up to 1 is met.
 * @typedef {{ what: string, target: string, measured: string, met: boolean, by: string }} Verdict
 */

/** @param {import('./run.mjs').Results} results @returns {Verdict[]} */
export function judge({ pages, secondLooks, commands }) {
  return [
    ...looks(pages),
    ...growth(pages),
    ...lookAgain(pages),
    ...tokens(pages),
    ...secondLooks.flatMap(secondLook),
    ...(commands ? [commandStart(commands)] : []),
  ];
}

function looks(pages) {
  const speed = pages.map(({ time }) => time.aria / time.look);
  const slowest = worst(pages, ({ time }) => time.aria / time.look, Math.min);
  // The walk reads the page's own document only.
  const heaviest = worst(
    pages.filter(({ name }) => !name.startsWith('frames')),
    captureShare,
    Math.max,
  );
  return [
    atMost(
      'capture',
      '<= 2 x the walk + 5 ms, worst page',
      captureShare(heaviest),
      1,
      `${times(captureShare(heaviest))} of that, ${heaviest.name}`,
    ),
    atLeast('look, geometric mean', '>= 5 x faster than Playwright AI', geometricMean(speed), 5),
    atLeast(
      'look, slowest page',
      '>= 2 x faster than Playwright AI',
      slowest.time.aria / slowest.time.look,
      2,
      slowest.name,
    ),
  ];
}

/** Capture as a share of what it may take. */
const captureShare = ({ time }) => time.capture / (2 * time.walk + 5);

function growth(pages) {
  const [small, large] = ['mixed-2500', 'mixed-120000'].map((name) =>
    pages.find((page) => page.name === name),
  );
  if (!small || !large) return [];
  const perElement = ({ time, elements }) => time.look / elements;
  return [
    atMost(
      'growth, look per element',
      '<= 1.5 x, 120,000 against 2,500',
      perElement(large) / perElement(small),
      1.5,
    ),
  ];
}

function lookAgain(pages) {
  return pages
    .filter(({ name }) => name.endsWith('-17000'))
    .map(({ name, time }) => {
      const measured = `${time.again.toFixed(0)} ms`;
      return verdict(`look again, ${name}`, '<= 5 ms', measured, time.again / 5);
    });
}

function tokens(pages) {
  const full = pages.map((page) => page.tokens.outline / page.tokens.aria);
  const wordiest = worst(pages, (page) => page.tokens.outline / page.tokens.aria, Math.max);
  const withPeer = pages.filter((page) => page.tokens.agentBrowser > 0);
  const share = (page) => page.tokens.interactive / page.tokens.agentBrowser;
  const application = pages.find(({ name }) => name === 'application');
  return [
    atMost('tokens, full content, geometric mean', '<= 0.5 x Playwright AI', geometricMean(full), 0.5),
    atMost(
      'tokens, full content, worst page',
      '<= 0.5 x Playwright AI',
      wordiest.tokens.outline / wordiest.tokens.aria,
      0.5,
      wordiest.name,
    ),
    ...(withPeer.length > 0
      ? [
          atMost(
            'tokens, interactive only, geometric mean',
            '<= 0.7 x agent-browser -i',
            geometricMean(withPeer.map(share)),
            0.7,
          ),
          atMost(
            'tokens, interactive only, worst page',
            '<= 0.7 x agent-browser -i',
            share(worst(withPeer, share, Math.max)),
            0.7,
            worst(withPeer, share, Math.max).name,
          ),
        ]
      : []),
    ...(application
      ? [
          verdict(
            'tokens, summary of the application page',
            '<= 400',
            String(application.tokens.summary),
            application.tokens.summary / 400,
          ),
        ]
      : []),
  ];
}

/** docs/spec/outline.md, O-45: 20 to 45 % fewer tokens from the second step on. */
function secondLook({ page, unchanged, text, panel }) {
  return Object.entries({ unchanged, text, panel }).map(([change, share]) =>
    atMost(`second look, ${page}, ${change}`, '<= 0.8 x the first', share, 0.8),
  );
}

function commandStart({ node, forwarder }) {
  const above = forwarder - node;
  return verdict(
    'a command on an open session',
    '<= 25 ms above `node -e 0`',
    `${above.toFixed(1)} ms`,
    above / 25,
  );
}

const worst = (pages, figure, choose) => {
  const extreme = choose(...pages.map(figure));
  return pages.find((page) => figure(page) === extreme);
};

const times = (ratio) => `${ratio.toFixed(2)} x`;

const atMost = (what, target, figure, bound, where) =>
  verdict(what, target, where?.includes(' of ') ? where : named(times(figure), where), figure / bound);

const atLeast = (what, target, figure, bound, where) =>
  verdict(what, target, named(times(figure), where), bound / figure);

const named = (figure, where) => (where ? `${figure} (${where})` : figure);

function verdict(what, target, measured, ratio) {
  const met = ratio <= 1;
  return { what, target, measured, met, by: met ? '' : times(ratio) };
}
