import { describe, expect, test } from 'vitest';
import { decisionText } from '../../packages/sightline/src/render/explain/decisionText.ts';
import { Flag } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import {
  compactPreset,
  computeVisibility,
} from '../../packages/sightline/src/visibility/computeVisibility.ts';
import { byId, type El, el, type PageFacts, pageOf } from '../support/page.ts';

/** The verdict on #x: `rule: why`, or `kept`. */
function verdictOf(children: (El | string)[], facts?: PageFacts): string {
  const page = pageOf(children, facts);
  const pruning = computeVisibility(page, compactPreset);
  const verdict = pruning.decisions[byId(page, 'x').index];
  return verdict ? `${verdict.rule}: ${decisionText(verdict)}` : 'kept';
}

const button = (facts: Parameters<typeof el>[1] = {}) =>
  el('button', { ...facts, attributes: { id: 'x', ...facts.attributes } }, 'Go');

describe('invisible', () => {
  test.each([
    ['display:none', Flag.DisplayNone],
    ['opacity:0', Flag.Transparent],
  ])('%s on an ancestor', (why, flag) => {
    expect(verdictOf([el('div', { flags: flag, attributes: { id: 'menu' } }, el('div', {}, button()))])).toBe(
      `invisible: ${why} on #menu`,
    );
  });

  test('what is inert is hidden behind a dialog, and shown without', () => {
    const inert = el('div', { flags: Flag.Inert, attributes: { id: 'app' } }, button());
    const dialog = (flags: number) => el('div', { role: 'dialog', flags, box: [0, 0, 300, 200] }, 'Sure?');
    expect(verdictOf([inert])).toBe('kept');
    expect(verdictOf([inert, dialog(0)])).toBe('kept');
    expect(verdictOf([inert, dialog(Flag.Fixed)])).toBe('invisible: inert on #app');
  });

  test('visibility is each element’s own: visible inside hidden shows', () => {
    const hidden = { flags: Flag.VisibilityHidden, attributes: { id: 'h' } };
    expect(verdictOf([el('div', hidden, button({ flags: Flag.VisibilityHidden }))])).toBe(
      'invisible: visibility:hidden on #h',
    );
    expect(verdictOf([el('div', hidden, button())])).toBe('kept');
  });

  test('an empty box without content', () => {
    expect(verdictOf([el('input', { name: 'a', box: [5, 5, 0, 0], attributes: { id: 'x' } })])).toBe(
      'invisible: no area: 0 x 0 px',
    );
  });

  test('a speck of a drawing', () => {
    const island = (box: [number, number, number, number]) => [
      el('path', { box, flags: Flag.Listener, attributes: { id: 'x' } }),
    ];
    expect(verdictOf(island([5, 5, 1, 2]))).toBe('invisible: too small to see: 1 x 2 px');
    expect(verdictOf(island([5, 5, 2, 3]))).toBe('kept');
  });

  test('where no scrolling reaches', () => {
    expect(verdictOf([button({ box: [-500, 10, 100, 20] })])).toBe(
      'invisible: it lies where no scrolling reaches',
    );
    expect(
      verdictOf([button({ box: [10, 5000, 100, 20] })], {
        scroll: { x: 0, y: 0, width: 1280, height: 6000 },
      }),
    ).toBe('kept');
    const fromRight = { scroll: { x: 0, y: 0, width: 1880, height: 720, left: 600 } };
    expect(verdictOf([button({ box: [-500, 10, 100, 20] })], fromRight)).toBe('kept');
    expect(verdictOf([button({ box: [1400, 10, 100, 20] })], fromRight)).toBe(
      'invisible: it lies where no scrolling reaches',
    );
  });

  const panel = (flags: number, extra: Partial<El> = {}) => ({
    flags,
    attributes: { id: 'panel' },
    box: [0, 0, 200, 100] as [number, number, number, number],
    ...extra,
  });

  test('clipped by an ancestor that does not scroll', () => {
    expect(verdictOf([el('div', panel(Flag.ClipX | Flag.ClipY), button({ box: [0, 300, 50, 20] }))])).toBe(
      'invisible: clipped by #panel',
    );
  });

  test('what a scroller can bring into view is kept, and shown as such', () => {
    const scroller = panel(Flag.ClipX | Flag.ClipY | Flag.ScrollY, { scroller: [0, 0, 200, 400, 100] });
    const page = pageOf([el('div', scroller, button({ box: [0, 300, 50, 20] }))]);
    const pruning = computeVisibility(page);
    const x = byId(page, 'x');
    expect(pruning.decisions[x.index]).toBeUndefined();
    expect(pruning.viewportPositions[x.index]).toBe('scroller');
  });

  test('what lies before the origin of a scroller is out of reach', () => {
    const scroller = panel(Flag.ClipX | Flag.ClipY | Flag.ScrollY, { scroller: [0, 0, 200, 400, 100] });
    expect(verdictOf([el('div', scroller, button({ box: [0, -50, 50, 20] }))])).toBe(
      'invisible: clipped by #panel',
    );
  });

  test('absolute escapes a clip that is not its containing block, fixed escapes all but a transform', () => {
    const clip = Flag.ClipX | Flag.ClipY;
    const out = { box: [0, 300, 50, 20] as [number, number, number, number] };
    expect(verdictOf([el('div', panel(clip), button({ ...out, flags: Flag.Absolute }))])).toBe('kept');
    expect(
      verdictOf([el('div', panel(clip | Flag.Positioned), button({ ...out, flags: Flag.Absolute }))]),
    ).toBe('invisible: clipped by #panel');
    expect(verdictOf([el('div', panel(clip | Flag.Positioned), button({ ...out, flags: Flag.Fixed }))])).toBe(
      'kept',
    );
    expect(
      verdictOf([el('div', panel(clip | Flag.ContainsFixed), button({ ...out, flags: Flag.Fixed }))]),
    ).toBe('invisible: clipped by #panel');
  });

  test('aria-label makes nothing visible', () => {
    expect(verdictOf([button({ flags: Flag.DisplayNone, attributes: { 'aria-label': 'Go' } })])).toBe(
      'invisible: display:none on #x',
    );
  });
});

describe('styledControls', () => {
  const styled = (label: Partial<El> = {}) => [
    el('input', {
      role: 'checkbox',
      name: 'Dark',
      flags: Flag.Transparent,
      attributes: { id: 'x', type: 'checkbox' },
    }),
    el('label', { attributes: { for: 'x' }, ...label }, 'Dark'),
  ];

  test('a transparent checkbox is shown where its label is', () => {
    expect(verdictOf(styled())).toBe('kept');
  });

  const drawn = (wrapper: Partial<El>, ...others: El[]) => [
    el(
      'div',
      { box: [0, 0, 20, 20], ...wrapper },
      el('input', {
        role: 'checkbox',
        flags: Flag.Transparent,
        attributes: { id: 'x', type: 'checkbox' },
        box: [0, 0, 13, 13],
      }),
      ...others,
    ),
  ];

  test('a transparent checkbox is shown where a small box stands for it', () => {
    expect(verdictOf(drawn({ attributes: { 'aria-checked': 'false' } }))).toBe('kept');
    expect(verdictOf(drawn({}, el('ins', { flags: Flag.Listener, box: [0, 0, 20, 20] })))).toBe('kept');
    expect(verdictOf(drawn({}, el('svg', { box: [0, 0, 20, 20] })))).toBe('kept');
  });

  test('in a box that nothing says this of, or a large one, it stays hidden', () => {
    expect(verdictOf(drawn({}))).toBe('invisible: opacity:0 on #x');
    expect(verdictOf(drawn({ flags: Flag.Listener, box: [0, 0, 300, 40] }))).toBe(
      'invisible: opacity:0 on #x',
    );
  });

  test('without a visible label it stays hidden', () => {
    expect(verdictOf(styled({ flags: Flag.DisplayNone }))).toBe('invisible: opacity:0 on #x');
  });
});

describe('occluded', () => {
  const layer = (facts: Partial<El> = {}) =>
    el(
      'div',
      {
        layer: 5,
        flags: Flag.Paints | Flag.Positioned,
        attributes: { id: 'layer' },
        box: [0, 0, 1280, 720],
        ...facts,
      },
      'over',
    );

  test('what an opaque layer paints over', () => {
    expect(verdictOf([button(), layer()])).toBe('occluded: covered by #layer');
  });

  test('a layer below, a layer that does not paint: nothing', () => {
    expect(verdictOf([button({ layer: 9 }), layer()])).toBe('kept');
    expect(verdictOf([button(), layer({ flags: Flag.Positioned })])).toBe('kept');
  });

  test('an opaque layer that lets the pointer through: the hit test does not see it, a person does', () => {
    const glass = layer({ flags: Flag.Paints | Flag.NoPointerEvents });
    expect(verdictOf([button({ flags: Flag.Hit }), glass])).toBe('occluded: covered by #layer');
    expect(verdictOf([button({ flags: Flag.Hit }), layer()])).toBe('kept');
  });

  test('two layers cover together', () => {
    const half = (id: string, x: number) => layer({ box: [x, 0, 60, 720], attributes: { id } });
    expect(verdictOf([button({ box: [0, 0, 100, 20] }), half('left', 0), half('right', 60)])).toBe(
      'occluded: covered by #right',
    );
    expect(verdictOf([button({ box: [0, 0, 100, 20] }), half('left', 0)])).toBe('kept');
  });

  const fixed = Flag.Paints | Flag.Positioned | Flag.Fixed;
  const tall = (y: number) => ({ scroll: { x: 0, y, width: 1280, height: 3000 } });
  const bar = (y: number, height = 60) => layer({ box: [0, y, 1280, height], flags: fixed });

  test('a bar covers for the moment what scrolling brings out', () => {
    expect(verdictOf([button({ box: [0, 510, 90, 20] }), bar(500)], tall(500))).toBe('kept');
    expect(verdictOf([button({ box: [0, 700, 90, 20] }), bar(660)], tall(0))).toBe('kept');
  });

  test('and for good what no scrolling brings out: at the head and at the end of the page', () => {
    const covered = 'occluded: covered by #layer';
    expect(verdictOf([button({ box: [0, 10, 90, 20] }), bar(500)], tall(500))).toBe(covered);
    expect(verdictOf([button({ box: [0, 2950, 90, 20] }), bar(660)], tall(0))).toBe(covered);
    expect(verdictOf([button({ box: [0, 2900, 90, 20] }), bar(660)], tall(0))).toBe('kept');
    expect(verdictOf([button({ box: [0, 10, 90, 20] }), bar(0)], tall(0))).toBe(covered);
  });

  test('what is as high as the window covers all that passes below it; not a page that scrolls aside', () => {
    const side = layer({ box: [0, 0, 200, 720], flags: fixed });
    expect(verdictOf([button({ box: [0, 2000, 90, 20] }), side], tall(0))).toBe(
      'occluded: covered by #layer',
    );
    expect(verdictOf([button({ box: [150, 2000, 90, 20] }), side], tall(0))).toBe('kept');
    const wide = { scroll: { x: 0, y: 0, width: 2000, height: 3000 } };
    expect(verdictOf([button({ box: [0, 2000, 90, 20] }), side], wide)).toBe('kept');
  });

  test('a bar over a box that scrolls by itself covers for the moment', () => {
    const shell = {
      flags: Flag.ClipY | Flag.ScrollY,
      box: [0, 0, 1280, 720] as [number, number, number, number],
    };
    const inShell = (y: number, scrolled: number) =>
      el('div', { ...shell, scroller: [0, scrolled, 1280, 3000, 720] }, button({ box: [0, y, 90, 20] }));
    expect(verdictOf([inShell(700, 0), bar(660)])).toBe('kept');
    expect(verdictOf([inShell(10, 300), bar(0)])).toBe('kept');
    expect(verdictOf([inShell(10, 0), bar(0)])).toBe('occluded: covered by #layer');
  });

  test('what it holds itself covers nothing of a target', () => {
    const image = el('img', { layer: 5, flags: Flag.Paints | Flag.Absolute, box: [0, 0, 90, 20] });
    expect(verdictOf([el('button', { box: [0, 0, 90, 20], attributes: { id: 'x' } }, image)])).toBe('kept');
  });

  test('an occluder is clipped by its own scrollers', () => {
    const clip = el('div', { flags: Flag.ClipX | Flag.ClipY, box: [0, 400, 1280, 10] }, layer());
    expect(verdictOf([button(), clip])).toBe('kept');
  });
});

describe('contained', () => {
  test('a focusable wrapper within a button is the button', () => {
    expect(
      verdictOf([
        el(
          'button',
          { box: [0, 0, 100, 20] },
          el('span', { flags: Flag.TabIndex, box: [1, 1, 98, 18], attributes: { id: 'x' } }, 'a'),
        ),
      ]),
    ).toMatch(/^contained: part of button/);
  });

  const listening = (box: [number, number, number, number]) =>
    el('a', { box: [0, 0, 100, 20] }, el('b', { flags: Flag.Listener, box, attributes: { id: 'x' } }, 'x'));

  test('a child with its own listener is a target of its own', () => {
    expect(verdictOf([listening([60, 1, 39, 18])])).toBe('kept');
  });

  test('unless it leaves no room to click beside it', () => {
    expect(verdictOf([listening([1, 1, 98, 18])])).toMatch(/^contained: part of a/);
  });
});

describe('numbered', () => {
  const numbersOf = (children: (El | string)[]): string[] => {
    const page = pageOf(children);
    const pruning = computeVisibility(page);
    return page.nodes.filter((node) => pruning.interactive[node.index] === 1).map((node) => node.tag);
  };

  test('delegation: a listener on a box of controls is no target', () => {
    expect(numbersOf([el('div', { flags: Flag.Listener }, el('button', {}, 'a'))])).toEqual(['button']);
    expect(numbersOf([el('div', { flags: Flag.Listener }, 'a')])).toEqual(['div']);
  });

  test('a card that is dragged is a target, whatever it holds', () => {
    const card = el('div', { attributes: { draggable: 'true' } }, 'Fix it', el('button', {}, 'More'));
    expect(numbersOf([card])).toEqual(['div', 'button']);
  });

  test('a pointer around a link is the link', () => {
    expect(numbersOf([el('li', { flags: Flag.Pointer }, el('a', {}, 'a'))])).toEqual(['a']);
  });

  test('body and html are never targets', () => {
    const page = pageOf(['x']);
    expect(computeVisibility(page).interactive[0]).toBe(0);
  });
});

describe('labels', () => {
  test('a label is shown as the name of its control, once', () => {
    const page = pageOf([el('label', {}, 'Name ', el('input', { name: 'Name' }))]);
    const pruning = computeVisibility(page);
    const text = page.nodes.find((node) => node.isText && node.text.startsWith('Name'));
    expect(pruning.decisions[text?.index ?? -1]?.rule).toBe('labels');
  });

  test('not where what it labels shows its own content', () => {
    const page = pageOf([
      el('label', { attributes: { for: 'x' } }, 'Request body'),
      el('button', { name: 'Request body', attributes: { id: 'x' } }, 'Choose'),
    ]);
    const text = page.nodes.find((node) => node.text === 'Request body');
    expect(computeVisibility(page).decisions[text?.index ?? -1]).toBeUndefined();
  });
});
