import { escapeHtml } from '../../../../sightline/src/internal.ts';
import type { OracleStep } from '../../../src/bench/oracle/OracleStep.ts';
import { Random } from '../../pages/Random.ts';
import { expectedOutcome, type Move, type PageOutcome } from './Move.ts';
import { type DrawnName, Names } from './Names.ts';
import { joinParts } from './phrases.ts';
import { makeSitePage, type SiteName } from './sites.ts';

/** A page with a task, all of it drawn by lot from a seed. */
export interface TaskPage {
  html: string;
  goal: string;
  /** The parts of the goal as they were said, with the other ways to say each. */
  parts: { said: string; phrases: readonly string[] }[];
  steps: OracleStep[];
  expected: PageOutcome;
  /** Names of what can be clicked without harm: other pages, tabs, sections. */
  harmless: ReadonlySet<string>;
  /** What stands for nothing but itself, and can be replaced. */
  names: readonly DrawnName[];
}

/** Chance of links or buttons beside the main part that no task is about. */
const ASIDE_CHANCE = 0.25;

/** The same site and seed give the same page. */
export function makePage(site: SiteName, seed: number): TaskPage {
  const random = new Random(seed);
  const names = new Names(random);
  const page = makeSitePage(site, names);
  // On `widgets` a task is about the only button.
  const aside = site !== 'widgets' && random.chance(ASIDE_CHANCE) ? asideOf(names) : '';
  const moves = chooseMoves(page.moves, page.submit, random);
  const parts = moves.map(({ phrases }) => ({ said: random.pick(phrases), phrases }));
  const html = wholePage(page.title, random.chance(0.5) ? page.html + aside : aside + page.html, names);
  return {
    html,
    harmless: new Set(Array.from(html.matchAll(HARMLESS), ([, name = '']) => name)),
    goal: joinParts(
      parts.map(({ said }) => said),
      random.between(0, 5),
    ),
    parts,
    steps: moves.flatMap(({ steps }) => steps),
    expected: expectedOutcome(moves),
    names: names.drawn,
  };
}

const asideOf = (names: Names): string =>
  `<aside>${makeSitePage(names.random.pick(['menu', 'panel']), names).html}</aside>`;

const HARMLESS = /<(?:a|button)\b(?![^>]*data-click)[^>]*data-(?:help|tab|fold)\b[^>]*>([^<]*)</g;

/** One to three, in their order on the page; what is filled in is mostly sent. */
function chooseMoves(all: readonly Move[], submit: Move | undefined, random: Random): Move[] {
  const most = Math.min(all.length, submit ? 2 : random.chance(0.7) ? 1 : 2);
  const picked = new Set<Move>();
  const wanted = random.between(1, most);
  while (picked.size < wanted) picked.add(random.pick(all));
  const chosen = all.filter((move) => picked.has(move));
  const isOneField = chosen.length === 1 && random.chance(0.15);
  return submit && !isOneField ? [...chosen, submit] : chosen;
}

/** Around the main part: mostly little, now and then so much that the page is not shown whole. */
function wholePage(title: string, main: string, names: Names): string {
  const { random, words } = names;
  const isLarge = random.chance(0.2);
  const isBare = !isLarge && random.chance(0.5);
  const links = (count: number): string =>
    random.many(count, () => `<a href="#x" data-help>${escapeHtml(words.title())}</a> `);
  const heading = isBare ? '' : `<h1>${title}</h1>`;
  const before = isLarge
    ? `<header>${links(random.between(6, 14))}</header><section><h2>${escapeHtml(words.title())}</h2>${random.many(random.between(4, 9), () => `<p>${words.sentence()} ${words.sentence()}</p>`)}</section>`
    : isBare
      ? ''
      : `<nav>${links(random.between(0, 4))}</nav>`;
  const after = isBare
    ? ''
    : `<footer>${links(isLarge ? random.between(5, 12) : random.between(0, 3))}<button type="button" data-help>Help</button></footer>`;
  const inMain = random.chance(0.6) ? `<main>${main}</main>` : `<div>${main}</div>`;
  return `<!doctype html><meta charset="utf-8"><title>${title}</title><body>${before}${heading}${inMain}${after}<p role="status"></p><script>${PAGE_SCRIPT}</script>`;
}

/** Keeps what was clicked, and works tabs, sections and dialogs. `outcome()` is a PageOutcome. */
const PAGE_SCRIPT = `
const all = (selector) => [...document.querySelectorAll(selector)];
const valueOf = (field) => /checkbox|radio/.test(field.type) ? String(field.checked) : field.value;
const values = () => Object.fromEntries(all('[data-field]').map((field) => [field.dataset.field, valueOf(field)]));
const before = values();
const clicked = [];
addEventListener('submit', (event) => event.preventDefault());
addEventListener('focusin', ({ target }) => {
  if (target.dataset.focus && clicked.at(-1) !== target.dataset.focus) clicked.push(target.dataset.focus);
});
addEventListener('click', ({ target }) => {
  const control = target.closest('button, a, [data-click], [data-show]');
  if (!control) return;
  const { click, tab, fold, show, hide } = control.dataset;
  if (click) {
    clicked.push(click);
    document.querySelector('[role=status]').textContent = 'Done: ' + control.textContent;
  }
  if (hide) document.querySelector(hide).hidden = true;
  if (show) document.querySelector(show).hidden = false;
  if (tab) {
    for (const panel of all('[data-panel]')) panel.hidden = panel.dataset.panel !== tab;
    for (const head of all('[data-tab]')) head.setAttribute('aria-selected', String(head === control));
  }
  if (fold) {
    const body = document.querySelector('[data-body="' + fold + '"]');
    body.hidden = !body.hidden;
    control.setAttribute('aria-expanded', String(!body.hidden));
  }
  if ('close' in control.dataset) control.closest('[role=dialog]').hidden = true;
});
function outcome() {
  const now = values();
  const wasFilled = (field) => now[field] !== before[field];
  const focused = all('[data-focus]').filter((field) => wasFilled(field.dataset.field)).map((field) => field.dataset.focus);
  return {
    clicked: clicked.filter((name) => !focused.includes(name)),
    changed: Object.fromEntries(Object.entries(now).filter(([field]) => wasFilled(field))),
  };
}`;
