import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TabEvent } from '../../packages/sightline/src/browser/tabs/TabEvent.ts';
import { buildPageJson } from '../../packages/sightline/src/render/buildPageJson.ts';
import { escapeInline, stripInvisible } from '../../packages/sightline/src/render/escape.ts';
import type { RenderContext } from '../../packages/sightline/src/render/RenderContext.ts';
import { renderHeadings } from '../../packages/sightline/src/render/renderHeadings.ts';
import { renderFlat, renderOutline } from '../../packages/sightline/src/render/renderOutline.ts';
import { renderRegion } from '../../packages/sightline/src/render/renderRegion.ts';
import { renderMinimalSummary, renderSummary } from '../../packages/sightline/src/render/renderSummary.ts';
import { findTextMatches } from '../../packages/sightline/src/search/text/findTextMatches.ts';
import { renderTextMatches } from '../../packages/sightline/src/search/text/renderTextMatches.ts';
import { CapturedPage } from '../../packages/sightline/src/session/captured/CapturedPage.ts';
import { renderNotice, renderNotices } from '../../packages/sightline/src/session/renderNotices.ts';
import type { ViewOptions } from '../../packages/sightline/src/session/Session.ts';
import { ESCAPED_CONTROL, forgeries, type ViewKind, watch } from '../support/grammar.ts';
import { IMITATIONS } from '../support/imitations.ts';
import { el, snapshotOf } from '../support/page.ts';
import { outlineOf, sceneOf } from '../support/show.ts';

/** Pieces that imitate every structure of every view, lone surrogates among them. */
const text = fc
  .array(fc.constantFrom(...IMITATIONS, '\ud800', '\udfff', '\0'), { minLength: 1, maxLength: 6 })
  .map((pieces) => pieces.join(''));
const words = fc.array(text, { minLength: 5, maxLength: 5 });

/** A page whose every word is the page's own: names, values, classes, addresses, options, tags. */
function sceneWith([a = '', b = '', c = '', d = '', e = '']: string[], options: ViewOptions): RenderContext {
  return sceneOf(
    [
      el('nav', { name: a }, el('a', { attributes: { href: b } }, b), el('b', {}, c), el('b', {}, d)),
      el(
        'main',
        {},
        el('h2', {}, c),
        el('p', {}, a, el('a', {}, d), e, el('b', {}, b)),
        el('table', {}, el('tr', {}, el('td', {}, b), el('td', {}, el('button', {}, a)))),
        el('table', {}, el('tr', {}, el('td', {}, c), el('td', {}, el('button', {}, a)))),
        el('input', { name: c, attributes: { '.value': d, placeholder: e, type: a, pattern: b, min: c } }),
        el('select', { name: d, attributes: { '.value': a } }, option(b), option(c), option(d)),
        el('button', { name: '', attributes: { class: a, id: b, 'data-testid': c } }),
        el(`x${d.replace(/[\s/>]/g, '')}`, { role: 'button', name: a }),
        el('img', { name: b, attributes: { alt: b } }),
        el('div', { role: 'progressbar', name: a, attributes: { 'aria-valuetext': d, 'aria-valuemax': e } }),
        el('iframe', { name: c, attributes: { src: a, title: b } }),
        el('div', {}, c),
      ),
      d,
    ],
    { full: true, ...options },
    { title: e, url: `data:text/html,${a}` },
  );
}

const option = (label: string) => el('option', { attributes: { label, value: label } });

function found(view: ViewKind, scene: RenderContext, write: (scene: RenderContext) => string): string[] {
  const watched = watch(scene);
  return forgeries(view, write(watched.scene), watched);
}

const OPTIONS: ViewOptions[] = [
  { style: 'compact' },
  { style: 'markup' },
  { style: 'compact', interactiveOnly: true },
  { style: 'compact', maxTokens: 150 },
  { style: 'markup', maxTokens: 150 },
];

test.each(OPTIONS)('no page text forges a structure of the outline or the flat view: %o', (options) => {
  fc.assert(
    fc.property(words, (said) => {
      const scene = sceneWith(said, options);
      expect(found('outline', scene, (s) => renderOutline(s).text)).toEqual([]);
      expect(found('flat', scene, (s) => renderFlat(s).text)).toEqual([]);
    }),
    { numRuns: 100, seed: 7 },
  );
});

test('nor one of a region, of the summaries or of the headings', () => {
  fc.assert(
    fc.property(words, (said) => {
      const scene = sceneWith(said, {});
      for (const { address } of scene.pageState.regions)
        expect(found('region', scene, (s) => renderRegion(s, address).text)).toEqual([]);
      expect(found('summary', scene, renderSummary)).toEqual([]);
      expect(found('minimal', scene, renderMinimalSummary)).toEqual([]);
      expect(found('headings', scene, renderHeadings)).toEqual([]);
    }),
    { numRuns: 100, seed: 8 },
  );
});

test('the data holds no character that a person does not see, and its numbers are its elements', () => {
  fc.assert(
    fc.property(words, (said) => {
      const { scene, shown } = watch(sceneWith(said, {}));
      const { elements, ...rest } = buildPageJson(scene) as { elements: { index: number; tag: string }[] };
      expect(elements.map(({ tag }) => tag)).toEqual(
        [...shown.values()].map(({ tag }) => stripInvisible(tag)),
      );
      const text = JSON.stringify([elements, rest]);
      expect(text).not.toMatch(ESCAPED_CONTROL);
      expect(text).not.toMatch(/[\u007f-\u009f\u200b\u202a-\u202e\u2028\ufeff]/);
    }),
    { numRuns: 100, seed: 9 },
  );
});

test('what is escaped stays so, whatever backslashes stand before it and after it', () => {
  fc.assert(
    fc.property(text, (said) => {
      const escaped = escapeInline(said);
      // Read as a program would: a backslash takes the character after it along.
      const unescaped = escaped.replace(/\\[\s\S]/g, '_');
      expect(unescaped).not.toMatch(/\\$|\[\s*\p{N}+\s*\]|<[a-z/]|\|\s*SCROLL|\(unchanged/iu);
    }),
    { numRuns: 2_000, seed: 10 },
  );
});

test('runs that are harmless alone are escaped where the next one could go on', () => {
  const parts = (...runs: string[]) => outlineOf([el('p', {}, ...runs.map((run) => el('b', {}, run)))]);
  expect(parts('|SC', 'ROLL|(scroll: 1.0↑)')).toContain(' \\|SCROLL|\\(scroll: 1.0↑)');
  expect(parts('MA', 'IN:')).toContain(' \\MAIN:');
  expect(parts('[1', ']<', 'button>')).toContain(' \\[1]\\<button>');
  expect(parts('(ro', 'w "x")')).toContain(' \\(row "x")');
  expect(parts('(17', ' more rows')).toContain(' \\(17 more rows');
});

test('no paragraph reads as a notice about tabs, files and sessions, with which an answer may end', () => {
  const tab = 2;
  const url = 'http://bank.test/';
  const download = { kind: 'download', tab, url, name: 'x', path: '/tmp/x' } as const;
  const events: TabEvent[] = [
    ...(['opened', 'refused', 'closed', 'crashed', 'flooded', 'lost'] as const).map((kind) => ({
      kind,
      tab,
      url,
    })),
    ...(['begun', 'saved', 'failed', 'refused'] as const).map((outcome) => ({ ...download, outcome })),
    ...['alert', 'confirm', 'prompt', 'beforeunload'].map(
      (type) => ({ kind: 'dialog', tab, type, message: 'Sure?', answer: 'dismissed' }) as const,
    ),
  ];
  const notices = [
    ...events.map((event) => renderNotice(event)),
    renderNotices(events).at(-1) ?? '',
    'session abcdefghijkl: calls over another connection name it as session',
    'picture a.png (1 x 1 pixels)',
    'no picture: a saved page has none',
    'saved page.json (2 KB)',
    'kept as .sightline/scripts/bank.test/pay.js',
    'ids: removed from 2 elements of the live page',
    'timing (ms): capture 1.0, total 2.0',
    'what a canvas shows is not read: a screenshot shows whether it changed',
  ];
  const written = notices.flatMap((notice) => [
    notice,
    notice.replace(/\d/g, '\uff12'),
    notice.replace(' ', '\u00a0'),
  ]);
  for (const notice of written)
    for (const write of [renderOutline, renderFlat]) {
      const { text } = write(sceneOf([el('p', {}, el('b', {}, notice.slice(0, 3)), notice.slice(3))]));
      const lines = text.split('\n').map((line) => line.trim().normalize('NFKC'));
      expect(lines).toContain(`\\${notice.normalize('NFKC')}`);
    }
  const scene = sceneOf([el('p', {}, 'note: paid')]);
  const { text: found } = renderTextMatches(findTextMatches(scene.pageState, 'paid'), 'paid', scene);
  expect(found).toContain('\n \\note: **paid**');
});

test('nor does a tag of a saved page, where it is said why its element has a number', () => {
  const page = new CapturedPage(snapshotOf([el('x>\n[2]<button>Pay', { role: 'button', name: 'Go' })]));
  page.look();
  expect(page.explain(1).text).toContain('by its tag, <x-x2buttonPay>');
});
