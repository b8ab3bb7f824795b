import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPng } from '../../packages/sightline/src/browser/screenshot/png.ts';
import { executeTool } from '../../packages/sightline/src/cli/executeTool.ts';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import { canary } from '../support/canary.ts';
import { differenceBetween } from '../support/differenceBetween.ts';
import { anywhere, inBoxes, numbersInBoxes } from '../support/paintedSecrets.ts';
import { escapeHtml, fieldsHtml, secretFields } from '../support/secretFields.ts';
import { serveFile } from '../support/serveFile.ts';
import { shareSession } from '../support/sharedBrowser.ts';
import type { Handler } from '../support/startServer.ts';
import { fakeContext, toolNamed } from '../support/tools.ts';

// No picture shows a secret: two pages that differ only in theirs look alike once they are painted over.

const routes: Record<string, string | Handler> = {};
const here = serveFile(routes);
const there = serveFile(routes);
let session: Session;
let folder: string;
beforeAll(async () => {
  session = await shareSession();
  folder = mkdtempSync(join(tmpdir(), 'sl-pictures-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await session?.close();
});

let pages = 0;
/** Serves the HTML and opens it. */
async function open(html: string): Promise<void> {
  const path = `/${++pages}`;
  routes[path] = `<!doctype html><meta charset=utf-8><title>Test</title>${html}`;
  await session.navigate(here.origin + path);
}

const otherSite = (): string => there.origin.replace('127.0.0.1', 'localhost');

const canaries = Object.keys(secretFields).map((_, n) => canary(n));

const readDocuments = async (): Promise<number> => (await session.inspect()).snapshot.documents.length;

const pngs = async (
  html: (value: (n: number) => string) => string,
  values: ((n: number) => string)[],
  documents = 1,
) => {
  const shots: { painted: Buffer; plain: Buffer }[] = [];
  // What an earlier test left under the mouse would be drawn as hovered, sooner or later.
  await open('');
  await session.page.mouse.move(0, 0);
  for (const value of values) {
    await open(html(value));
    await session.page.evaluate("document.querySelector('[data-show]')?.setAttribute('type', 'text')");
    // A frame that was not read in time is painted over as a whole: as safe, not as alike.
    await expect.poll(readDocuments, { timeout: 20_000 }).toBe(documents);
    const { image } = await session.screenshot({ fullPage: true });
    shots.push({
      painted: image,
      plain: await session.page.screenshot({ fullPage: true, caret: 'initial' }),
    });
  }
  return shots as [{ painted: Buffer; plain: Buffer }, { painted: Buffer; plain: Buffer }];
};
const long = (n: number): string => canaries[n]?.value ?? '';
const short = (n: number) => `Z${n}`;

test('every field looks the same whatever it holds, also nothing', async () => {
  const shots = await pngs((value) => `<main>${fieldsHtml(value)}</main>`, [long, short, () => '']);
  expect(new Set(shots.map(({ plain }) => plain.toString('base64'))).size).toBe(3);
  const [first, ...others] = shots.map(({ painted }) => painted) as [Buffer, ...Buffer[]];
  expect(others.map((other) => differenceBetween(first, other))).toEqual(['', '']);
});

test('what repeats a secret is painted over, selected text and SVG too', async () => {
  const html = (
    value: (n: number) => string,
  ) => `<style>p,b{display:block;width:400px;height:30px;overflow:hidden}
    i{display:contents} ::selection{color:red;background:yellow} #made::after{content:attr(data-v)} *{transition:all 5s}</style>
    <input type=password value="${escapeHtml(value(1))}"><p>${escapeHtml(value(1))}</p><b><i>${escapeHtml(value(1))}</i></b><b id=made data-v="${escapeHtml(value(1))}"></b>
    <svg width=400 height=30><text y=20 textLength=300>${escapeHtml(value(1))}</text></svg><input style="width:300px" value="${escapeHtml(value(1))}">
    <div><input id=pin name=pin value="${escapeHtml(value(1))}" style="filter:none !important;color:red !important"></div><p style="opacity:.5">Rest</p>
    <script>pin.focus(); pin.select()</script>`;
  const [one, other] = await pngs(html, [long, (n) => canary(n + 7, false).value]);
  expect(one.plain.equals(other.plain)).toBe(false);
  expect(one.painted.equals(other.painted)).toBe(true);
});

test('in frames of every kind, and in open and closed shadow roots', async () => {
  const html = (value: (n: number) => string) => {
    const field = (n: number) =>
      `<body style="margin:0"><input name=otp style="width:200px" value="${escapeHtml(value(n))}">`;
    routes['/same'] = field(0);
    routes['/port'] = field(1);
    routes['/site'] = `${field(2)}<iframe src="${here.origin}/same"></iframe>`;
    return `<iframe src=/same></iframe><iframe src="${there.origin}/port"></iframe><iframe src="${otherSite()}/site"></iframe>
      <iframe sandbox srcdoc="${escapeHtml(field(3))}"></iframe><div id=opened></div><x-closed style="display:block"></x-closed>
      <script>opened.attachShadow({mode: 'open'}).innerHTML = ${JSON.stringify(field(4))};
      customElements.define('x-closed', class extends HTMLElement {
        constructor() { super(); this.attachShadow({mode: 'closed'}).innerHTML = ${JSON.stringify(field(5))}; } })</script>`;
  };
  const [one, other] = await pngs(html, [long, short], 6);
  expect(one.plain.equals(other.plain)).toBe(false);
  expect(one.painted.equals(other.painted)).toBe(true);
});

test('with numbers drawn onto it or shown over the page, and of one element', async () => {
  await open(`<main>${fieldsHtml(() => '')}<div id=echo style="height:20px;overflow:hidden"></div></main>`);
  const shots: Buffer[][] = [];
  for (const value of [long, (n: number) => canary(n + 7, false).value]) {
    const values = JSON.stringify(canaries.map((_, n) => value(n)));
    await session.page.evaluate(`for (const [n, value] of ${values}.entries()) {
      const field = document.querySelector('[data-n="' + n + '"]');
      if ('value' in field) field.value = value; else field.textContent = value;
      echo.textContent = value;
    }`);
    const numbered = await session.screenshot({ numbers: true, fullPage: true });
    const overlaid = await session.screenshot({ numbers: true, fullPage: true, highlight: 'page' });
    const [first = 0, second = 0] = numbered.numbers;
    const elements = [await session.screenshotElement(first), await session.screenshotElement(second)];
    shots.push([numbered, overlaid, ...elements].map(({ image }) => image));
  }
  const [one = [], other = []] = shots;
  expect(one.map((image, i) => differenceBetween(image, other[i] as Buffer))).toEqual(['', '', '', '']);
});

test('of a page that draws its fields anew all the time', async () => {
  const html = (value: (n: number) => string) => `<div id=root></div><div id=host></div><script>
    const draw = () => {
      const html = '<input name=password value="' + ${JSON.stringify(escapeHtml(value(1)))} + '" style="width:200px">';
      root.innerHTML = html;
      const fresh = document.createElement('div');
      fresh.id = 'host';
      fresh.attachShadow({mode: 'open'}).innerHTML = html;
      host.replaceWith(fresh);
      // After whatever else the next frame calls first.
      setTimeout(() => requestAnimationFrame(draw));
    };
    draw()</script>`;
  for (let round = 0; round < 3; round++) {
    const [one, other] = await pngs(html, [long, short]);
    expect(one.plain.equals(other.plain)).toBe(false);
    expect(one.painted.equals(other.painted)).toBe(true);
  }
});

test('pages see nothing of it, and so not which of their guesses is the secret of another site', async () => {
  // A frame of another process has its size some frames after its load: what was seen until it rests does not count.
  const watch = `<script>var seen = new Set(), changes = 0, first, last = 0, quiet = 0;
    const look = () => { for (const one of document.querySelectorAll('p,input,html')) {
      const style = getComputedStyle(one); const box = one.getBoundingClientRect();
      seen.add([one.id, one.outerHTML.length, ...Array.from(style, (name) => style.getPropertyValue(name)), box.x, box.y,
        box.width, document.styleSheets.length, document.adoptedStyleSheets.length, CSS.highlights.size,
        getSelection().rangeCount, document.activeElement.id].join()) }
      quiet = changes + seen.size === last ? quiet + 1 : 0; last = changes + seen.size; if (quiet === 30) first ??= last;
      requestAnimationFrame(look) };
    const begin = () => { look(); new MutationObserver((records) => { changes += records.length }).observe(document, {subtree: true, childList: true,
      attributes: true, characterData: true});
    for (const type of ['transitionrun', 'animationstart', 'scroll', 'resize', 'focusin', 'selectionchange', 'input'])
      addEventListener(type, () => changes++, true) };
    addEventListener('load', () => setTimeout(begin)); 
    seenMore = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(last - first))))</script>`;
  routes['/guesses'] = `<style>*{transition:all 1s}</style>${['swordfish-99', long(1), 'letmein2024']
    .map((guess, n) => `<p id=g${n}>${escapeHtml(guess)}</p>`)
    .join('')}${watch}`;
  await open(`<input id=pw type=password value="${escapeHtml(long(1))}"><p id=echo>${escapeHtml(long(1))}</p>
    <iframe src="${otherSite()}/guesses" width=500 height=300></iframe>${watch}`);
  const [main, frame] = session.page.frames();
  await Promise.all([main, frame].map((one) => one?.waitForFunction('first !== undefined')));
  const seen = () => Promise.all([main, frame].map((one) => one?.evaluate('seenMore()')));
  await session.look();
  expect(await seen()).toEqual([0, 0]);
  const { image } = await session.screenshot();
  await session.screenshot({ numbers: true });
  expect(await seen()).toEqual([0, 0]);
  expect(image.equals(await session.page.screenshot({ caret: 'initial' }))).toBe(false);
});

test('where shadows, turns, scrollers, zoom and frames put it, on a screen of 1.5 pixels', async () => {
  const html = (value: string) => {
    const inner = `<body style="margin:0;font:20px monospace"><div style="height:60px;overflow:auto"><p style="margin:30px 0 90px">${value}</p></div>`;
    return `<!doctype html><style>body{font:20px monospace;margin:0;height:2000px} p{margin:4px}</style>
      <input type=password value="${value}" style="position:fixed;right:0;bottom:0">
      <p style="text-shadow:0 40px 3px red">${value}</p><br><br><p style="rotate:8deg;width:400px">${value}</p><p style="zoom:1.7">${value}</p>
      <p style="filter:drop-shadow(40px 0 0 blue)"><b>${value}</b></p><p>Before ${value} after <i>this</i></p>
      <div style="height:30px;width:150px;overflow:auto" id=scroller><p style="margin:40px 60px;width:300px">${value}</p></div>
      <svg width=500 height=30 style="display:block"><text x=9 y=20>${value}</text></svg><textarea>${value}</textarea>
      <iframe style="scale:.8;border:7px solid;padding:5px;width:380px;height:80px" srcdoc='${inner}'></iframe>
      <iframe style="transform:perspective(300px) rotateY(20deg);width:380px;height:80px" srcdoc='${inner}'></iframe>
      <div style="position:relative;height:80px;overflow:hidden"><div style="position:absolute;top:9px;left:400px">${value}</div></div>
      <p style="position:absolute;top:1500px">${value}</p><script>scroller.scrollTo(50, 36)</script>`;
  };
  await open('');
  const browser = session.page.context().browser();
  const context = await browser?.newContext({
    deviceScaleFactor: 1.5,
    viewport: { width: 700, height: 900 },
  });
  const page = await context?.newPage();
  if (!page) throw new Error('no page');
  const own = await Session.fromPlaywright(page);
  const shots: Buffer[][] = [];
  // Before its first pictures a headless shell takes another font for `monospace`: the first round is not compared.
  for (const value of ['Kvq7-Marine.Xu', 'Kvq7-Marine.Xu', 'Zbw3#Qlatern?H']) {
    await page.setContent(html(value));
    await page.evaluate('scrollTo(0, 0)');
    const all = [await own.screenshot(), await own.screenshot({ fullPage: true })];
    await page.evaluate('scrollTo(0, 700)');
    all.push(await own.screenshot());
    shots.push([...all.map(({ image }) => image), await page.screenshot({ caret: 'initial' })]);
  }
  const [, one = [], other = []] = shots;
  expect(one.map((image, i) => image.equals(other[i] as Buffer))).toEqual([true, true, true, false]);
  await own.close();
  await context?.close();
});

test('on the screen of a phone, of pages that are made for one or not, enlarged too', async () => {
  const page = (value: string, head: string) => `<!doctype html>${head}<title>T</title>
    <style>*{font:20px monospace} body{margin:0} p{margin:150px 60px 0;width:200px}</style><input type=password value="${value}" hidden>
    <p>${value}</p><p style="position:fixed;bottom:9px;right:9px;margin:0">${value}</p><p style="margin-left:900px">${value}</p>
    <b>${value}</b><p id=turned role=button style="margin:200px;rotate:30deg;scale:1.4">${value}</p>`;
  await open('');
  const context = await session.page
    .context()
    .browser()
    ?.newContext({
      viewport: { width: 390, height: 660 },
      deviceScaleFactor: 3,
      isMobile: true,
    });
  const phone = await context?.newPage();
  if (!phone) throw new Error('no page');
  const own = await Session.fromPlaywright(phone);
  const protocol = await phone.context().newCDPSession(phone);
  const differing: string[] = [];
  const leftward = '<style>html{direction:rtl}</style>';
  for (const [content, style = ''] of [
    [''],
    ['device-width'],
    ['2000'],
    ['device-width,initial-scale=2'],
    ['', leftward],
    ['device-width', leftward],
    ['device-width,initial-scale=1', `${leftward}<style>b{margin-right:900px}</style>`],
  ] as const) {
    const shots: Buffer[][] = [];
    for (const value of ['Kvq7Marine', 'Kvq7Marine', 'Zbw3Qlater']) {
      await phone.goto('about:blank');
      const head = content && `<meta name=viewport content="width=${content}">`;
      await phone.setContent(page(value, head + style));
      const shown = (await own.screenshot()).image;
      await protocol.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1.7 });
      const enlarged = (await own.screenshot()).image;
      const turned = Number(/\[(\d+)\]/.exec((await own.query({ role: 'button' })).text)?.[1]);
      const elements = [(await own.screenshotElement(turned)).image];
      // Which is not to be as it was: it may scale the page.
      await phone.screenshot({ fullPage: true });
      elements.push((await own.screenshotElement(turned)).image);
      shots.push([shown, enlarged, ...elements, await phone.screenshot({ caret: 'initial' })]);
    }
    const [, one = [], other = []] = shots;
    const differs = one.map((image, i) => differenceBetween(image, other[i] as Buffer));
    if (differs.slice(0, -1).join('') !== '' || differs.at(-1) === '')
      differing.push(`${content} ${style}: ${differs.join()}`);
  }
  expect(differing).toEqual([]);
  await own.close();
  await context?.close();
}, 120_000);

test('what moves all the time is painted over all along its way', async () => {
  const html = (
    value: (n: number) => string,
  ) => `<style>@keyframes sway { to { transform: translateX(300px) } }
    p{animation:sway .2s linear infinite alternate;width:200px;color:red;font:bold 30px sans-serif}</style>
    <input type=password value="${escapeHtml(value(1))}"><p>${escapeHtml(value(1))}</p>`;
  const [one] = await pngs(html, [long]);
  const countRed = (png: Buffer) => {
    const { data, channels } = readPng(png);
    let count = 0;
    for (let at = 0; at < data.length; at += channels)
      if ((data[at] as number) > 200 && (data[at + 1] as number) < 80) count++;
    return count;
  };
  expect([countRed(one.plain) > 100, countRed(one.painted)]).toEqual([true, 0]);
});

test('is written where it is asked for, else into a folder of its own', async () => {
  await open('<h1>Hello</h1>');
  const context = fakeContext({ cwd: folder, session: () => session });
  const run = async (input: object) =>
    JSON.parse((await executeTool(toolNamed('screenshot'), input, context, true)).out);
  const named = await run({ output: 'new/shot.png', fullPage: true });
  expect(named).toMatchObject({ ok: true, path: join(folder, 'new/shot.png'), width: 1280, height: 720 });
  const own = await run({});
  expect(readFileSync(own.path)).toHaveLength(own.bytes);
  rmSync(dirname(own.path), { recursive: true });
  expect((await run({ output: 'new/shot.png/shot.png' })).error.code).toBe('invalid_argument');
  expect((await run({ output: 'shot.jpg' })).error.code).toBe('invalid_argument');
});

/** Squares in which two pictures differ, by what is painted in them. */
function differingBoxes(one: Buffer, other: Buffer, names: readonly string[]): string[] {
  const [a, b] = [readPng(one), readPng(other)];
  const found = new Set<string>();
  for (const at of a.data.keys()) {
    if (a.data[at] === b.data[at]) continue;
    const [x, y] = [Math.floor(at / a.channels) % a.width, Math.floor(at / a.channels / a.width)];
    found.add(names[Math.floor(x / 310) + 4 * Math.floor(y / 130)] ?? `${x},${y}`);
  }
  return [...found].sort();
}

const style = '<style>*{font:20px monospace} p{margin:0} body{margin:0}</style>';

test.each([
  ['what styles write, move or copy', inBoxes, 'Kvq7Marine', 'Zbw3Qlater'],
  ['a number that lists and counters come to', numbersInBoxes, '731942', '208518'],
])('%s is painted over, within what cuts it off', async (_, paintings, first, second) => {
  const names = Object.keys(paintings);
  const pageOf = (value: string): string => {
    const boxes = Object.values(paintings).map((paint, i) => {
      const place = `left:${310 * (i % 4)}px;top:${130 * Math.floor(i / 4)}px;width:300px;height:120px`;
      return `<section style="position:absolute;${place};overflow:hidden">${paint(value, `p${i}`)}</section>`;
    });
    return `${style}<input type=password value="${value}" hidden>${boxes.join('')}`;
  };
  const shots: { painted: Buffer; plain: Buffer; note: string | undefined }[] = [];
  // The first picture of a headless shell may be in another font.
  for (const value of [first, first, second]) {
    await open(pageOf(value));
    const { image: painted, note } = await session.screenshot({ fullPage: true, timeoutMs: 120_000 });
    shots.push({ painted, note, plain: await session.page.screenshot({ fullPage: true, caret: 'initial' }) });
  }
  const [, one, other] = shots;
  if (!one || !other) throw new Error('no pictures');
  expect(differingBoxes(one.plain, other.plain, names)).toEqual([...names].sort());
  expect(differingBoxes(one.painted, other.painted, names)).toEqual([]);
  expect(one.note).toBeUndefined();
});

test('each of these ways alone on a page, too', async () => {
  const shown: string[] = [];
  for (const [name, paint] of Object.entries(inBoxes)) {
    const images: Buffer[] = [];
    for (const value of ['Kvq7Marine', 'Zbw3Qlater']) {
      const box = `<section style="position:relative;width:300px;height:120px;overflow:hidden">${paint(value, 'it')}</section>`;
      await open(`${style}<input type=password value="${value}" hidden>${box}`);
      images.push((await session.screenshot({ timeoutMs: 120_000 })).image);
    }
    if (differenceBetween(images[0] as Buffer, images[1] as Buffer) !== '') shown.push(name);
  }
  expect(shown).toEqual([]);
});

test('on a whole page that scrolls to the left', async () => {
  const html = (value: (n: number) => string) =>
    `<style>html{direction:rtl} b{display:inline-block;width:400px;overflow:hidden}</style><input type=password value="${escapeHtml(value(1))}">
    <p style="width:3000px">a</p><b>${escapeHtml(value(1))}</b><b style="margin:0 900px">${escapeHtml(value(1))}</b>`;
  const [one, other] = await pngs(html, [long, (n) => canary(n + 7, false).value]);
  expect(one.plain.equals(other.plain)).toBe(false);
  expect(differenceBetween(one.painted, other.painted)).toBe('');
});

test('a picture of a secret that may be painted anywhere shows nothing, and says so', async () => {
  const shown: string[] = [];
  for (const [name, paint] of Object.entries(anywhere)) {
    await open(`${style}<input type=password value="Kvq7Marine" hidden>${paint('Kvq7Marine', 'it')}`);
    const { image, note = '' } = await session.screenshot({ timeoutMs: 120_000 });
    const { data, channels } = readPng(image);
    const isPlain = data.every((level, at) => level === data[at % channels]);
    if (!isPlain || !note.startsWith('all of it is painted over')) shown.push(name);
  }
  expect(shown).toEqual([]);
});

test('nor is it in what a view transition still shows of the page before', async () => {
  const style =
    '<style>::view-transition-group(*),::view-transition-old(*){animation-duration:99s} ::view-transition-new(*){display:none}</style>';
  const field = '<input id=p type=password value="Kvq7Marine">';
  const echo = '<p id=e style="contain:layout">Kvq7Marine</p>';
  const shown: string[] = [];
  for (const [name, html, script] of [
    ['of the page', `${field}${echo}`, 'document.startViewTransition(() => { e.remove(); p.remove(); })'],
    ['of an element', `${field}${echo}`, 'e.startViewTransition(() => e.replaceChildren())'],
    [
      'of a frame',
      `${field}<iframe srcdoc='${style}${echo}'></iframe>`,
      'frames[0].document.startViewTransition(() => frames[0].e.remove())',
    ],
  ] as const) {
    await open(`${style}${html}`);
    await session.look();
    await session.page.evaluate(`void (async () => ${script})()`);
    await session.page.waitForTimeout(300);
    const refused = await session.screenshot().then(
      () => '',
      ({ code, message }) => `${code}: ${message}`,
    );
    if (!/^navigated: .*view transition/.test(refused)) shown.push(name);
  }
  expect(shown).toEqual([]);
});

test('a page that draws, counts, quotes and blurs other things loses nothing but the secret', async () => {
  const drawing = encodeURIComponent(
    "<svg xmlns='http://www.w3.org/2000/svg' width='90' height='30'><text y='20'>Logo</text></svg>",
  );
  await open(`<style>@counter-style zz{system:cyclic;symbols:"§";suffix:" "} q{quotes:"(" ")"} li::marker{content:"- "}
      h2::after{content:" new";position:relative;top:-5px} label::after{content:attr(data-v);visibility:hidden;position:absolute}
      p::selection{text-shadow:none} body{margin:20px}</style>
    <div id=secret style="position:absolute;left:20px;top:300px;width:400px"><label data-v="Kvq7Marine9"><input type=password value="Kvq7Marine9"></label><p>Kvq7Marine9</p></div>
    <svg width=0 height=0><symbol id=s><path d="M0,0h30v30z"/></symbol><clipPath id=c><use href="#s"/></clipPath></svg>
    <h2>Title</h2><q>said</q><ol style="list-style-type:zz"><li>one</ol><img src="data:image/svg+xml,${drawing}">
    <div style="width:90px;height:30px;background:url('data:image/svg+xml,${drawing}')"></div><svg width=30 height=30><use href="#s"/></svg>
    <div style="clip-path:url(#c);background:red;width:30px;height:30px"></div>
    <div style="position:absolute;inset:0;backdrop-filter:blur(1px) saturate(2)"></div>`);
  const { image } = await session.screenshot();
  const plain = await session.page.screenshot({ caret: 'initial' });
  const [, width = 0, height = 0, left = 0, top = 0] =
    /^(\d+)x(\d+) at (\d+),(\d+)$/.exec(differenceBetween(image, plain)) ?? [];
  expect([Number(left) >= 15, Number(top) >= 295]).toEqual([true, true]);
  expect([Number(left) + Number(width) <= 425, Number(height) <= 110]).toEqual([true, true]);
});
