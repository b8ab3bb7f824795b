import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PageNode } from '../../packages/sightline/src/snapshot/Page.ts';
import { TEXT_FIELD_ROLES } from '../../packages/sightline/src/snapshot/roles.ts';
import { clickAll, clickAsSession, type Missed } from './clicks.ts';
import { OracleBrowser } from './OracleBrowser.ts';
import { chosenPages, isFull } from './oraclePages.ts';
import { Sample } from './Sample.ts';
import { describeNode, percent, writeSection } from './writeSection.ts';

/**
 * A real click in the middle of what is seen of an element is the judge of whether a person can use it; and a click
 * as a session makes it, of whether it finds where.
 */

let browser: OracleBrowser;
beforeAll(async () => {
  browser = await OracleBrowser.open();
});
afterAll(() => browser.close());

/** Pages of the `oracle` project. */
const QUICK = /^(?:controls|frames|overlays|sb-admin-2\/index)$/;
/** Elements a page; a full run clicks all. */
const A_PAGE = 12;
/** The same for clicks as a session makes them, which take longer. */
const ACTED = 5;
/** Of the clicks, the share that may miss without an explanation: ghosts. */
const GHOSTS = 0.005;

interface Clicked {
  page: string;
  clicked: number;
  missed: (Missed & { excuse: string | undefined })[];
  beside: PageNode[];
  /** The same for the session's own clicks. */
  acted: { clicked: number; missed: (Missed & { excuse: string | undefined })[] };
}

it('a click in the middle of what is seen reaches the element', async () => {
  const sample = new Sample(7);
  const all: Clicked[] = [];
  for (const page of chosenPages(QUICK)) {
    const { shown } = await browser.show(page);
    const { clicked, missed, beside } = await clickAll(browser, isFull ? shown : sample.take(shown, A_PAGE));
    const acted = await clickAsSession(browser, sample.take(shown, isFull ? shown.length : ACTED));
    all.push({
      page: page.name,
      clicked,
      missed: missed.map(judge),
      beside,
      acted: { clicked: acted.clicked, missed: acted.missed.map(judge) },
    });
    writeSection('clicks', sectionOf(all));
  }
  const clicked = sum(all.map((one) => one.clicked));
  const ghosts = all.flatMap((one) =>
    one.missed.filter(({ excuse }) => !excuse).map((miss) => describeMiss(one.page, miss)),
  );
  expect(clicked).toBeGreaterThan(0);
  expect(ghosts.length / clicked, ghosts.join('\n')).toBeLessThanOrEqual(GHOSTS);
  const acted = sum(all.map((one) => one.acted.clicked));
  const lost = all.flatMap((one) =>
    one.acted.missed.filter(({ excuse }) => !excuse).map((miss) => describeMiss(one.page, miss)),
  );
  expect(lost.length / acted, lost.join('\n')).toBeLessThanOrEqual(GHOSTS);
});

const judge = (one: Missed): Missed & { excuse: string | undefined } => ({ ...one, excuse: excuseOf(one) });

/** Why an element is shown although no click reaches it; undefined where it should not be. */
function excuseOf({ node, met }: Missed): string | undefined {
  if (/^gone after|^Error: detached/.test(met))
    return 'the page puts another in its place when it is scrolled to';
  if (node.disabled) return 'shown as disabled: a person sees it, and sees that it is off';
  if (node.attributes.class === 'neg')
    return 'painted behind a box without a ground: a person sees it, but the box takes the click';
  if (TEXT_FIELD_ROLES.has(node.role) && /^<div\.(?:CodeMirror-scroll|ts-control)\b/.test(met))
    return 'takes the keys for the box around it: that box takes the click, and gives it the focus';
  return undefined;
}

const sum = (counts: number[]): number => counts.reduce((total, one) => total + one, 0);

function describeMiss(page: string, { node, at, met }: Missed): string {
  const place = at ? ` at ${Math.round(at.x)},${Math.round(at.y)}` : '';
  return `${page}: ${describeNode(node)}${place} met ${met.split('\n')[0]}`;
}

function sectionOf(all: Clicked[]): string {
  const clicked = sum(all.map((one) => one.clicked));
  const missed = all.flatMap((one) => one.missed.map((miss) => ({ ...miss, page: one.page })));
  const ghosts = missed.filter(({ excuse }) => !excuse);
  const acted = sum(all.map((one) => one.acted.clicked));
  const lost = all.flatMap((one) => one.acted.missed.map((miss) => ({ ...miss, page: one.page })));
  return [
    '## A real click',
    '',
    `${all.length} pages, ${clicked} shown elements clicked in the middle of what is seen of them: ` +
      `${percent(clicked - missed.length, clicked)} reached, ${percent(ghosts.length, clicked)} without an explanation. ` +
      `${sum(all.map((one) => one.beside.length))} were reached beside the middle alone, which something else covers.`,
    '',
    ...missed.map((miss) => `- ${describeMiss(miss.page, miss)}${miss.excuse ? ` (${miss.excuse})` : ''}`),
    '',
    `Clicked as a session does, ${acted}: ${percent(acted - lost.length, acted)} reached.`,
    '',
    ...lost.map((miss) => `- ${describeMiss(miss.page, miss)}${miss.excuse ? ` (${miss.excuse})` : ''}`),
  ].join('\n');
}
