import type { BrowserContextOptions, CDPSession, Page } from 'playwright-core';

/** A page of buttons, each of which shows that it was clicked, under a set-up of the screen or the page. */
export interface ClickCase {
  name: string;
  context?: BrowserContextOptions;
  /** In the place of `BUTTONS`. */
  html?: string;
  prepare?: (session: CDPSession, page: Page) => Promise<unknown>;
  /** Accessible names, in the order of the clicks. */
  targets?: string[];
}

const HEAD = '<meta name=viewport content="width=device-width,initial-scale=1">';
const GRID =
  '.g{display:grid;grid-template-columns:repeat(4,1fr);gap:3px}.g button{width:16px;height:16px;padding:0;font-size:8px}';

const grid = (prefix: string, count: number): string =>
  `<div class=g>${Array.from({ length: count }, (_, i) => `<button aria-label="${prefix} ${i}">${i}</button>`).join('')}</div>`;

const buttons = (style = '', head = HEAD): string =>
  `<html lang=en>${head}<style>${style}${GRID}</style><body>${grid('Top', 24)}<div style="height:1600px;width:var(--w,auto)"></div>${grid('Low', 12)}`;

export const TARGETS = ['Top 0', 'Top 3', 'Top 14', 'Low 11', 'Low 0', 'Top 23'];

const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 700 },
  isMobile: true,
  hasTouch: true,
};
const scaleTo =
  (pageScaleFactor: number) =>
  (session: CDPSession): Promise<unknown> =>
    session.send('Emulation.setPageScaleFactor', { pageScaleFactor });

const IN_FRAME = `<body><button aria-label=Near>n</button><div style='height:500px'></div><button aria-label=Far>f</button>`;
const framed = (style: string, inner = IN_FRAME): string =>
  `<body><div style="${style}"><iframe style="width:500px;height:300px" srcdoc="${inner}"></iframe></div><div style="height:900px"></div><button aria-label=Below>b</button>`;
const FRAME_TARGETS = ['Near', 'Far', 'Below', 'Near'];

const OTHER = "<iframe style='width:300px;height:150px' src='/buttons'></iframe>";

export const clickCases: ClickCase[] = [
  { name: 'desktop' },
  { name: 'phone', context: { ...PHONE, deviceScaleFactor: 3 } },
  { name: 'phone, landscape', context: { ...PHONE, viewport: { width: 844, height: 390 } } },
  { name: 'phone, without a viewport meta', context: PHONE, html: buttons('', '') },
  { name: 'phone, wider than its screen', context: PHONE, html: buttons(':root{--w:900px}') },
  {
    name: 'phone, wider, no initial scale',
    context: PHONE,
    html: buttons(':root{--w:900px}', '<meta name=viewport content="width=device-width">'),
  },
  { name: 'phone, page scale 1.5', context: PHONE, prepare: scaleTo(1.5) },
  { name: 'phone, page scale 2', context: PHONE, prepare: scaleTo(2) },
  { name: 'desktop, page scale 3', prepare: scaleTo(3) },
  {
    name: 'page that snaps, page scale 2',
    html: `<style>html{scroll-snap-type:y mandatory}section{height:95vh;scroll-snap-align:start}</style>${['A', 'B', 'C'].map((one) => `<section><button aria-label="One ${one}">o</button><div style="height:70vh"></div><button aria-label="End ${one}">e</button></section>`).join('')}`,
    targets: ['One C', 'End A', 'End B', 'One A', 'End C'],
    prepare: scaleTo(2),
  },
  { name: 'narrow', context: { viewport: { width: 320, height: 568 } } },
  { name: 'device scale 1.5', context: { viewport: { width: 1000, height: 600 }, deviceScaleFactor: 1.5 } },
  { name: 'large screen', context: { viewport: { width: 3840, height: 2160 }, deviceScaleFactor: 2 } },
  { name: 'zoom of the body', html: buttons('body{zoom:1.7}') },
  { name: 'zoom of the root', html: buttons('html{zoom:.6}') },
  {
    name: 'zoom and turn',
    html: buttons('body{zoom:1.5}.g{zoom:.7;transform:rotate(8deg);transform-origin:0 0}'),
  },
  { name: 'right to left, wide', html: buttons(':root{direction:rtl;--w:2400px}.g{width:var(--w)}') },
  { name: 'vertical-rl', html: buttons('html{writing-mode:vertical-rl}') },
  { name: 'frame', html: framed(''), targets: FRAME_TARGETS },
  {
    name: 'frame, turned',
    html: framed('transform:rotate(5deg);transform-origin:0 0'),
    targets: FRAME_TARGETS,
  },
  { name: 'frame, scaled', html: framed('transform:scale(.8);transform-origin:0 0'), targets: FRAME_TARGETS },
  { name: 'frame, skewed', html: framed('transform:skewX(10deg)'), targets: FRAME_TARGETS },
  { name: 'frame, zoomed', html: framed('zoom:1.3'), targets: FRAME_TARGETS },
  { name: 'frame, page scale 2', html: framed(''), targets: FRAME_TARGETS, prepare: scaleTo(2) },
  {
    name: 'frame at the right edge, page scale 2',
    html: `<html dir=rtl>${framed('')}`,
    targets: FRAME_TARGETS,
    prepare: scaleTo(2),
  },
  {
    name: 'frame in a turned frame',
    html: framed(
      'transform:rotate(5deg);transform-origin:0 0',
      `<body><div style='height:290px'></div>${OTHER}`,
    ),
    targets: ['Near', 'Far', 'Below', 'Far'],
  },
  {
    name: 'frame of another origin, zoomed in a scaled one',
    html: framed(
      'transform:scale(.8) rotate(5deg);transform-origin:0 0',
      `<body><div style='height:290px'></div><div style='zoom:1.3'>${OTHER}</div>`,
    ),
    targets: ['Near', 'Far', 'Below', 'Far'],
  },
  {
    name: 'area of a scaled picture',
    html: `<body><img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='200' height='100'><rect width='200' height='100' fill='%23ccc'/></svg>" usemap="#m" width=200 height=100 style="transform:scale(.5);transform-origin:0 0" alt=Picture><map name=m><area shape=rect coords="100,20,180,90" href="#a" alt="Right area"><area shape=circle coords="40,40,30" href="#b" alt="Round area"></map>`,
    targets: ['Right area', 'Round area'],
  },
];

/** The page of a frame of another origin. */
export const OTHER_BUTTONS = IN_FRAME;
export const BUTTONS = buttons();
