import type { BrowserContextOptions } from 'playwright-core';

/** A document of its own: words that are seen, or come to be seen by scrolling, and words that nobody sees. */
export interface DocumentCase {
  name: string;
  html: string;
  visible: string[];
  invisible?: string[];
  context?: BrowserContextOptions;
  /** Why it is reported otherwise than it is seen, where that is known. */
  wrong?: string;
}

const DARK: BrowserContextOptions = { colorScheme: 'dark' };
const META = '<meta name=color-scheme content="light dark">';
const TWO = '<p>plain</p><p style="color:#fff">white</p>';

/** `/other` of the site is the frame of another origin. */
const frame = (style: string, html: string, source = `srcdoc="${html}"`): string =>
  `<iframe style="border:0;width:300px;height:120px;${style}" ${source}></iframe>`;
const WHITE_IN = "<body style='color:#fff'>framed";

const rows = (count: number): string => Array.from({ length: count }, (_, i) => `<p>row${i}</p>`).join('');

export const documentCases: DocumentCase[] = [
  { name: 'meta dark', html: `<meta name=color-scheme content=dark>${TWO}`, visible: ['plain', 'white'] },
  { name: 'meta both, dark preferred', html: META + TWO, visible: ['plain', 'white'], context: DARK },
  { name: 'meta both, light preferred', html: META + TWO, visible: ['plain'], invisible: ['white'] },
  {
    name: 'meta dark, white body',
    html: `<meta name=color-scheme content=dark><body style="background:#fff;color:#000">${TWO}`,
    visible: ['plain'],
    invisible: ['white'],
  },
  { name: 'root scheme', html: `<style>:root{color-scheme:dark}</style>${TWO}`, visible: ['plain', 'white'] },
  {
    name: 'root scheme, own ground',
    html: `<style>:root{color-scheme:dark}</style><p style="color:#121212">dark</p><div style="background:#fff;color:#fff">boxed</div>${TWO}`,
    visible: ['plain', 'white'],
    invisible: ['dark', 'boxed'],
  },
  {
    name: 'only light',
    html: `<style>:root{color-scheme:only light}</style>${TWO}`,
    visible: ['plain'],
    invisible: ['white'],
    context: DARK,
  },
  {
    name: 'body dark',
    html: `<body style="background:#111">${TWO.replace('plain', '<b style="color:#111">gone</b>')}`,
    visible: ['white'],
    invisible: ['gone'],
  },
  {
    name: 'root dark, body light',
    html: `<html style="background:#111"><body style="background:#fff">${TWO}`,
    visible: ['plain'],
    invisible: ['white'],
  },
  {
    name: 'forced colours',
    html: `<p style="color:#fff;background:#fff">forced</p>`,
    visible: ['forced'],
    context: { forcedColors: 'active' },
  },
  {
    name: 'frame lets dark through',
    html: `<body style="background:#111">${frame('', WHITE_IN)}`,
    visible: ['framed'],
  },
  {
    name: 'frame of another origin lets dark through',
    html: `<body style="background:#111">${frame('', '', 'src="/other"')}`,
    visible: ['framed'],
  },
  { name: 'frame lets white through', html: frame('', WHITE_IN), visible: [], invisible: ['framed'] },
  {
    name: 'frame with a ground of its element',
    html: frame('background:#000', WHITE_IN),
    visible: ['framed'],
  },
  {
    name: 'frame with a ground of its own',
    html: `<body style="background:#111">${frame('', "<body style='background:#fff;color:#fff'>framed")}`,
    visible: [],
    invisible: ['framed'],
  },
  {
    name: 'dark frame in a light page',
    html: frame('', "<meta name=color-scheme content=dark><p style='color:#fff'>framed"),
    visible: ['framed'],
  },
  {
    name: 'light frame in a dark page',
    html: `<style>:root{color-scheme:dark}</style>${frame('color-scheme:dark', "<style>:root{color-scheme:light}</style><p style='color:#fff'>framed")}`,
    visible: [],
    invisible: ['framed'],
  },
  {
    name: 'right to left',
    html: `<html dir=rtl><p>start</p><div style="position:absolute;left:-600px;width:200px">reached</div><div style="position:absolute;right:-600px;width:200px">lost</div>`,
    visible: ['start', 'reached'],
    invisible: ['lost'],
  },
  {
    name: 'right to left by the body',
    html: `<body dir=rtl><p>start</p><div style="position:absolute;left:-600px;width:200px">reached</div><div style="position:absolute;right:-600px;width:200px">lost</div>`,
    visible: ['start', 'reached'],
    invisible: ['lost'],
  },
  {
    name: 'left to right',
    html: `<p>start</p><div style="position:absolute;left:-600px;width:200px">lost</div><div style="position:absolute;right:-600px;width:200px">reached</div>`,
    visible: ['start', 'reached'],
    invisible: ['lost'],
  },
  {
    name: 'wide table, right to left',
    html: `<html dir=rtl><table style="width:2400px"><tr><td>one<td>two<td>three<td>four</table>`,
    visible: ['one', 'two', 'three', 'four'],
  },
  {
    name: 'vertical-rl',
    html: `<html style="writing-mode:vertical-rl">${rows(60)}`,
    visible: ['row0', 'row30', 'row59'],
  },
  {
    name: 'vertical-rl by the body',
    html: `<body style="writing-mode:vertical-rl">${rows(60)}`,
    visible: ['row0', 'row30', 'row59'],
  },
  {
    name: 'vertical-lr',
    html: `<body style="writing-mode:vertical-lr">${rows(60)}`,
    visible: ['row0', 'row30', 'row59'],
  },
  {
    name: 'sideways-lr',
    html: `<body style="writing-mode:sideways-lr">${rows(60)}`,
    visible: ['row0', 'row30', 'row59'],
  },
  {
    name: 'vertical box',
    html: `<div style="writing-mode:vertical-rl;height:200px;width:300px;overflow:auto">${rows(30)}</div>`,
    visible: ['row0', 'row15', 'row29'],
  },
  {
    name: 'vertical frame',
    html: frame('', `<body style='writing-mode:vertical-rl'>${rows(30)}`),
    visible: ['row0', 'row15', 'row29'],
  },
  {
    name: 'right-to-left frame',
    html: frame('', `<html dir=rtl><div style='width:900px'><p>start<p style='text-align:left'>end`),
    visible: ['start', 'end'],
  },
  {
    name: 'box that scrolls',
    html: `<div style="width:90px;height:20px;overflow:auto"><div style="margin-left:120px">aside</div></div>`,
    visible: ['aside'],
  },
  {
    name: 'locked page',
    html: `<html style="overflow:hidden">${rows(60)}`,
    visible: ['row0'],
    invisible: ['row59'],
  },
  {
    name: 'content that is put off',
    html: `<style>p{content-visibility:auto;contain-intrinsic-size:auto 24px}</style>${rows(400).replaceAll(/row(\d+)/g, '<b>row$1</b>')}`,
    visible: ['row0', 'row60', 'row399'],
  },
  {
    name: 'reversed list',
    html: `<div style="height:100px;overflow:auto;display:flex;flex-direction:column-reverse">${rows(30)}</div>`,
    visible: ['row0', 'row29'],
  },
  {
    name: 'behind an opaque backdrop',
    html: `<style>::backdrop{background:#000}</style><p>behind</p><dialog id=d>modal</dialog><script>d.showModal()</script>`,
    visible: ['modal'],
    invisible: ['behind'],
  },
  {
    name: 'above a modal dialog',
    html: `<p>behind</p><dialog id=d>modal</dialog><div popover=manual id=t style="inset:auto 0 auto auto;top:10px">toast</div><script>d.showModal();t.showPopover()</script>`,
    visible: ['modal', 'toast'],
  },
];
