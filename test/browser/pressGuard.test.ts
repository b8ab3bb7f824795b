import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../packages/sightline/src/session/Session.ts';
import { WidgetBrowser } from './conformance/WidgetBrowser.ts';

// The wrong element never gets the click: what comes under the mouse at the last moment receives nothing of it.

let widgets: WidgetBrowser;
beforeAll(async () => {
  widgets = await WidgetBrowser.start();
  // A frame of another site: `parent` is out of its reach, but for messages.
  widgets.serve(
    '/paying',
    `<body style="margin:0"><button style="width:300px;height:200px">Pay</button><script>
      for (const type of ['pointerdown', 'mousedown', 'mouseup', 'click'])
        addEventListener(type, () => parent.postMessage(type, '*'))</script>`,
  );
  widgets.serve(
    '/slow',
    `<script>onmessage = ({ data }) => { for (const end = performance.now() + data; performance.now() < end;); }</script>`,
  );
});
afterAll(() => widgets?.close());

const STYLE = `<style>
  @keyframes k { 50% { transform: scale(1.03) } }
  #c, #p { position: absolute; top: 100px; left: 200px; width: 120px; height: 40px }
  #p { left: 600px; z-index: 5 }
  iframe { position: absolute; left: 600px; top: 300px; width: 300px; height: 200px; border: 0; z-index: 9 }
  .pulse { animation: k .4s infinite }</style>`;
/** `seen`: what Pay has received. `over`: brings it under the mouse. */
const SCRIPT = `const seen = [], c = document.querySelector('#c'), p = document.querySelector('#p');
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick', 'contextmenu'])
    p.addEventListener(type, () => seen.push(type));
  addEventListener('message', ({ data }) => seen.push('frame ' + data));
  let moves = 0, over = () => { p.style.left = '200px' };`;

const page = (cancel: string, script: string): string =>
  `${STYLE}${cancel}<button id=p>Pay</button><script>${SCRIPT}${script}</script>`;

/** With every second move Pay is under the mouse; where that is pressed, aside again, so that each look finds it there. */
const SWAPPING = `addEventListener('mousemove', () => { if (++moves % 2 === 0) over() }, true);
  addEventListener('pointerdown', () => { p.style.left = '600px'; moves = 1 }, true)`;

const CANCEL = '<button id=c>Cancel</button>';
const PULSING = '<button id=c class=pulse>Cancel</button>';
const AREA = `<img usemap=#m width=200 height=100 style="position:absolute;left:200px;top:100px" alt="">
  <map name=m><area id=c shape=rect coords="0,0,100,40" href="#c" alt=Cancel></map>`;

const seen = (): Promise<unknown> => widgets.session.page.evaluate('seen');

test.each([
  ['clicked at a point', PULSING, (one: Session, it: number) => one.click(it)],
  ['clicked twice', PULSING, (one: Session, it: number) => one.click(it, { clickCount: 2 })],
  [
    'clicked with the other button',
    PULSING,
    (one: Session, it: number) => one.click(it, { button: 'right' }),
  ],
  ['clicked in a picture', AREA, (one: Session, it: number) => one.click(it)],
  ['dragged', CANCEL, (one: Session, it: number) => one.drag(it, { x: 50, y: 0 })],
])('what comes under the mouse receives nothing when something else is %s', async (_, cancel, act) => {
  await widgets.open(page(cancel, SWAPPING));
  const acting = act(widgets.session, widgets.number('Cancel'));
  await expect(acting).rejects.toMatchObject({
    code: 'covered',
    message: expect.stringMatching(
      /"Cancel" was not reached: \[\d+\]<button id="p">"Pay" came under the mouse, and got nothing/,
    ),
  });
  expect(await seen()).toEqual([]);
});

test('the label of a shape in a drawing is clicked through the shape that is drawn over it, and through no other', async () => {
  const node = (label: string, y: number): string =>
    `<g class=node><g><text x=10 y=${y + 25}>${label}</text></g><rect y=${y} width=120 height=40 fill-opacity=.1 /></g>`;
  const over =
    '<g><text x=10 y=125>Over</text></g><rect y=100 width=120 height=40 fill-opacity=.1 id=cover />';
  await widgets.open(`<svg width=200 height=200>${node('Inject', 0)}${node('Debug', 50)}${over}</svg><script>
    const clicked = []; for (const one of document.querySelectorAll('.node')) one.onclick = () => clicked.push(one.textContent)</script>`);
  const click = (label: string, options = '') =>
    widgets.session.run(`await page.getByText('${label}').click(${options})`);
  expect((await click('Debug')).failure).toBeUndefined();
  expect(await widgets.session.page.evaluate('clicked')).toEqual(['Debug']);
  expect((await click('Over', '{ timeout: 1_000 }')).failure?.code).toBe('covered');
  expect(await widgets.session.page.evaluate('clicked')).toEqual(['Debug']);
});

test('a frame of another site that comes under the mouse receives nothing', async () => {
  const frame = `<iframe src="${widgets.otherSite}/paying"></iframe>`;
  const script = `const frame = document.querySelector('iframe');
    addEventListener('mousemove', () => { if (++moves === 2) frame.style.cssText = 'left:150px;top:60px' }, true)`;
  await widgets.open(page(PULSING + frame, script));
  // The browser may still send the press where the frame was not yet.
  await widgets.session.click(widgets.number('Cancel'), { timeoutMs: 500 }).catch(() => undefined);
  expect(await seen()).toEqual([]);
});

test.each([
  ['is added', '', `frame.className = 'over'; document.body.append(frame)`],
  ['goes to another site', '<iframe></iframe>', `frame.className = 'over'`],
])('a frame that %s while another holds up the guard receives nothing', async (_, there, bring) => {
  const slowSite = widgets.otherSite.replace('localhost', 'slow.localhost');
  const style = '<style>.over { left: 150px; top: 60px } .slow { top: 500px; z-index: 0 }</style>';
  const script = `addEventListener('mousemove', () => { if (moves++ > 0) return;
    document.querySelector('.slow').contentWindow.postMessage(900, '*');
    setTimeout(() => { const frame = document.querySelector('iframe:not(.slow)') ?? document.createElement('iframe');
      frame.src = '${widgets.otherSite}/paying'; ${bring} }, 60) }, true)`;
  await widgets.open(
    page(`${CANCEL}${there}${style}<iframe class=slow src="${slowSite}/slow"></iframe>`, script),
  );
  await widgets.session.page.evaluate(`c.addEventListener('click', () => { window.isCancelled = true })`);
  const clicking = widgets.session.click(widgets.number('Cancel'), { timeoutMs: 2_000 });
  const failure = await clicking.then(
    () => undefined,
    ({ code }) => code,
  );
  // Where the frame that holds up the guard is told to after it has answered, the press comes before what is brought.
  if (failure === undefined) expect(await widgets.session.page.evaluate('isCancelled')).toBe(true);
  else expect(failure).toMatch(/^(?:covered|not_accepted)$/);
  await widgets.session.page.waitForTimeout(200);
  expect(await seen()).toEqual([]);
});

const PAY = `<button style="position:fixed;inset:0;width:100%" onpointerdown="top.seen.push('down')" onclick="top.seen.push('click')">Pay</button>`;
const FRAME = `const frame = document.createElement('iframe'); frame.style.cssText = 'left:150px;top:60px'`;

test.each([
  [
    'a frame that is added',
    `${FRAME}; document.body.append(frame); frame.contentDocument.body.innerHTML = PAY`,
  ],
  [
    'a frame in a frame that is added',
    `${FRAME}; document.body.append(frame); const inner = frame.contentDocument; inner.body.append(frame.cloneNode());
      inner.querySelector('iframe').style.cssText = 'position:fixed;inset:0'; inner.querySelector('iframe').contentDocument.body.innerHTML = PAY`,
  ],
  [
    'a frame that is written anew',
    `const frame = document.querySelector('iframe'); const it = frame.contentDocument; it.open(); it.write(PAY); it.close();
      frame.style.cssText = 'left:150px;top:60px'`,
  ],
  ['a page that is written anew', `document.open(); document.write(PAY); document.close()`],
])('%s with any of the moves before a press receives nothing', async (_, bring) => {
  const received: unknown[] = [];
  for (let move = 1; move <= 4; move++) {
    const script = `window.seen = seen; const PAY = ${JSON.stringify(PAY)};
      document.addEventListener('mousemove', () => { if (++moves === ${move}) { ${bring} } })`;
    await widgets.open(page(`${CANCEL}<iframe></iframe>`, script));
    await widgets.session.click(widgets.number('Cancel'), { timeoutMs: 1_000 }).catch(() => undefined);
    received.push(...((await seen()) as unknown[]));
  }
  expect(received).toEqual([]);
});

test.each([
  [
    'in a label of it',
    '<input type=checkbox id=c style="margin:0">',
    `const label = document.createElement('label'); label.htmlFor = 'c'; label.append(p); document.body.append(label); ${SWAPPING}`,
  ],
  [
    'in the small box that is drawn for it',
    '<div style="position:absolute;left:50px;top:50px;width:40px;height:40px"><input type=checkbox id=c aria-label=Agree style="opacity:0;left:0;top:0;width:40px;margin:0">',
    `c.parentElement.append(p); p.style.cssText = 'left:0;top:0;width:40px'`,
  ],
])('another control %s receives nothing', async (_, checkbox, script) => {
  await widgets.open(page(checkbox, script));
  await widgets.session.click(widgets.number('checkbox'), { timeoutMs: 1_000 }).catch(() => undefined);
  expect(await seen()).toEqual([]);
});

test('what a page opens under the mouse that is down gets the rest, as of a person', async () => {
  await widgets.open(page(PULSING, `c.addEventListener('pointerdown', over)`));
  await widgets.session.click(widgets.number('Cancel'));
  expect(await seen()).toEqual(['pointerup', 'mouseup']);
});

test('a message that covers it for a moment is waited for', async () => {
  const script = `addEventListener('mousemove', () => { if (++moves === 2) over() }, true);
    addEventListener('pointerdown', () => { p.style.left = '600px' }, true);
    c.addEventListener('click', () => seen.push('cancelled'))`;
  await widgets.open(page(PULSING, script));
  await widgets.session.click(widgets.number('Cancel'));
  expect(await seen()).toEqual(['cancelled']);
});

test('a hover that does not arrive is an error, and says what the mouse is over', async () => {
  const script = `p.addEventListener('pointerdown', ({ pointerId }) => p.setPointerCapture(pointerId))`;
  await widgets.open(page(PULSING, script));
  const { mouse } = widgets.session.page;
  await mouse.move(660, 120);
  await mouse.down();
  await expect(widgets.session.hover(widgets.number('Cancel'))).rejects.toMatchObject({
    code: 'covered',
    message: expect.stringMatching(/"Cancel" was not reached: the mouse is over .*"Pay"/),
  });
  await mouse.up();
});

test('a drop that lands on something else is an error, and says on what', async () => {
  const script = `addEventListener('mousemove', ({ buttons }) => {
      if (buttons && ++moves === 3) { over(); c.style.left = '900px' } })
    p.addEventListener('mouseup', () => { p.textContent = 'Paid' })`;
  await widgets.open(page(`<button id=s>Bill</button>${CANCEL}`, script));
  const { session } = widgets;
  await expect(session.drag(widgets.number('Bill'), widgets.number('Cancel'))).rejects.toMatchObject({
    code: 'not_accepted',
    message: expect.stringMatching(/"Cancel" did not get the drop: .*"Paid" was under the mouse by then/),
  });
});

test('so is one in the document of a frame', async () => {
  const frame = `<body style="margin:0;height:200px">${CANCEL.replace('id=c', 'id=c style="position:absolute;left:150px;top:100px"')}
    <button id=p style="position:absolute;left:0;top:0">Pay</button><script>
    let moves = 0;
    addEventListener('dragover', (event) => { event.preventDefault(); if (++moves === 2) { p.style.inset = '80px 0 0 130px'; c.style.left = 0 } });
    addEventListener('drop', (event) => { event.preventDefault(); p.textContent = 'Paid' })</script>`;
  await widgets.open(
    `<div id=s draggable=true style="width:90px">Bill</div><iframe style="width:300px;height:200px" srcdoc='${frame.replaceAll("'", '&#39;')}'></iframe>`,
  );
  const { session } = widgets;
  await expect(session.drag(widgets.number('Bill'), widgets.number('Cancel'))).rejects.toMatchObject({
    code: 'not_accepted',
    message: expect.stringMatching(/"Cancel" did not get the drop: .*"Paid" was under the mouse by then/),
  });
});
