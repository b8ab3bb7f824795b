import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readPng } from '../../packages/sightline/src/browser/screenshot/png.ts';
import { MARK_COLORS } from '../../packages/sightline/src/render/marks/markColors.ts';
import { type Screenshot, Session } from '../../packages/sightline/src/session/Session.ts';
import { HtmlPages } from '../support/HtmlPages.ts';

let pages: HtmlPages;
let session: Session;
beforeAll(async () => {
  pages = await HtmlPages.start();
  session = pages.session;
});
afterAll(() => pages?.close());

const { red, blue, black } = MARK_COLORS;
/** The colours left of, above, right of and below a box, where its line is; in one word each. */
function linesAround({ image }: Screenshot, [x, y, width, height]: number[], scale = 1): string[] {
  const { data, channels, width: across } = readPng(image);
  const [left = 0, top = 0] = [x, y];
  const points = [
    [left * scale - 3, (top + (height ?? 0) / 2) * scale],
    [(left + (width ?? 0) / 2) * scale, top * scale - 3],
    [(left + (width ?? 0)) * scale + 2, (top + (height ?? 0) / 2) * scale],
    [(left + (width ?? 0) / 2) * scale, (top + (height ?? 0)) * scale + 2],
  ];
  return points.map(([px = 0, py = 0]) => {
    const at = (Math.round(py) * across + Math.round(px)) * channels;
    const color = [...data.subarray(at, at + 3)].join();
    const name = Object.entries({ red, blue, black }).find(([, value]) => value.join() === color);
    return name?.[0] ?? color;
  });
}

const placed = (x: number, y: number) => `position:absolute;left:${x}px;top:${y}px;width:100px;height:40px`;
const four = (color: string) => [color, color, color, color];

describe.each(['image', 'page'] as const)('numbers, drawn in the %s', (highlight) => {
  test('stand around what can be used: on the page, in frames, in shadow roots', async () => {
    await pages.open(`<body style="margin:0"><button style="${placed(100, 100)}">One</button>
      <iframe style="position:absolute;left:300px;top:50px;width:300px;height:200px;border:10px solid #ccc"
        srcdoc="<body style='margin:0'><button style='${placed(50, 60)}'>Two</button>"></iframe>
      <div id=host style="${placed(100, 300)}"></div><a href=/x style="${placed(700, 100)}">Three</a>
      <script>host.attachShadow({mode: 'closed'}).innerHTML = '<button style="all:unset;width:100px;height:40px">Four</button>'</script>`);
    const shot = await session.screenshot({ numbers: true, highlight });
    expect(shot).toMatchObject({ width: 1280, height: 720 });
    expect(shot.numbers).toHaveLength(5);
    expect(linesAround(shot, [100, 100, 100, 40])).toEqual(four('red'));
    expect(linesAround(shot, [300, 50, 320, 220])).toEqual(four('black'));
    expect(linesAround(shot, [360, 120, 100, 40])).toEqual(four('red'));
    expect(linesAround(shot, [100, 300, 100, 40])).toEqual(four('red'));
    expect(linesAround(shot, [700, 100, 100, 40])).toEqual(four('blue'));
  });

  test('follow the scrolled page, and go over all of it', async () => {
    await pages.open(`<body style="margin:0;height:3000px"><button style="${placed(100, 100)}">One</button>
      <button style="${placed(100, 1000)}">Two</button><button style="${placed(300, 20)};position:fixed">Three</button>`);
    await session.page.evaluate(() => scrollTo(0, 900));
    const inView = await session.screenshot({ numbers: true, highlight });
    expect(inView.numbers).toHaveLength(2);
    expect(linesAround(inView, [100, 100, 100, 40])).toEqual(four('red'));
    const all = await session.screenshot({ numbers: true, highlight, fullPage: true, color: 'blue' });
    expect(all.numbers).toHaveLength(3);
    for (const box of [
      [100, 100, 100, 40],
      [100, 1000, 100, 40],
      [300, 920, 100, 40],
    ])
      expect(linesAround(all, box)).toEqual(four('blue'));
  });

  test('are over a modal dialog, and not on what lies under it', async () => {
    await pages.open(`<body style="margin:0"><button style="${placed(100, 100)}">Under</button>
      <dialog id=d style="margin:0;border:0;padding:0;inset:0;width:400px;height:400px;top:150px;left:300px">
      <button style="${placed(100, 100)}">Over</button></dialog><script>d.showModal()</script>`);
    const shot = await session.screenshot({ numbers: true, highlight });
    expect(shot.numbers).toHaveLength(1);
    expect(linesAround(shot, [400, 250, 100, 40])).toEqual(four('red'));
  });

  test('on a screen of twice the pixels', async () => {
    const context = await session.page.context().browser()?.newContext({ deviceScaleFactor: 2 });
    const page = await context?.newPage();
    if (!context || !page) throw new Error('no page');
    await page.setContent(`<body style="margin:0"><button style="${placed(100, 100)}">One</button>`);
    const sharp = await Session.fromPlaywright(page);
    const shot = await sharp.screenshot({ numbers: true, highlight });
    expect(shot).toMatchObject({ width: 2560, height: 1440 });
    expect(linesAround(shot, [100, 100, 100, 40], 2)).toEqual(four('red'));
    await sharp.close();
    await context.close();
  });

  test('can be acted on, whether or not there was a look', async () => {
    await pages.open(`<button onclick="document.title = 'Clicked'">Go</button>`);
    const { numbers } = await session.screenshot({ numbers: true, highlight });
    await session.click(numbers[0] ?? 0);
    expect(await session.page.title()).toBe('Clicked');
  });
});

describe('on the image', () => {
  test('the page is not touched', async () => {
    await pages.open(`<button>One</button><script>count = 0;
      new MutationObserver((records) => count += records.length).observe(document, {subtree: true, childList: true, attributes: true})</script>`);
    const before = await session.page.content();
    await session.screenshot({ numbers: true });
    expect(await session.page.content()).toBe(before);
    expect(await session.page.evaluate('count')).toBe(0);
  });

  test('what moves all the time is photographed all the same', async () => {
    await pages.open(`<button id=b style="${placed(0, 0)}">One</button>
      <script>let x = 0; (move = () => { b.style.left = (x += 3) % 900 + 'px'; requestAnimationFrame(move) })()</script>`);
    expect((await session.screenshot({ numbers: true })).numbers).toHaveLength(1);
  });

  test('a colour that is none is refused', async () => {
    await expect(session.screenshot({ numbers: true, color: 'mauve' })).rejects.toMatchObject({
      code: 'invalid_argument',
    });
  });
});

describe('over the live page', () => {
  const html = `<meta http-equiv=content-security-policy content="style-src 'none'"><button>One</button><a href=/x>Two</a>`;
  beforeEach(() => pages.open(html));
  const hosts = () => session.page.evaluate(`document.querySelectorAll(':root > [popover]').length`);

  test('they stay until they are taken off, and are no change of the page', async () => {
    const { snapshot } = await session.look();
    expect(await session.highlight()).toHaveLength(2);
    expect(await hosts()).toBe(1);
    const shot = await session.page.screenshot({ caret: 'initial' });
    await session.clearHighlights();
    expect(await hosts()).toBe(0);
    expect(shot.equals(await session.page.screenshot({ caret: 'initial' }))).toBe(false);
    expect((await session.look()).snapshot).toBe(snapshot);
  });

  test('a look, an action and a picture take them off first', async () => {
    const { snapshot } = await session.look();
    const [number = 0] = await session.highlight();
    expect((await session.look()).snapshot).toBe(snapshot);
    expect(await hosts()).toBe(0);
    await session.highlight();
    await session.page.evaluate(() => {
      const all: number[] = [];
      document.querySelector('button')?.addEventListener('click', () => {
        all.push(document.querySelectorAll('[popover]').length);
        document.title = all.join();
      });
    });
    await session.click(number);
    expect(await session.page.title()).toBe('0');
    await session.highlight();
    const clean = await session.screenshot();
    expect(clean.image.equals((await session.screenshot()).image)).toBe(true);
    expect(await hosts()).toBe(0);
  });

  test('a click goes through them', async () => {
    await session.highlight();
    await session.page.evaluate(
      `document.querySelector('button').onclick = () => document.title = 'Through'`,
    );
    await session.page.getByRole('button').click();
    expect(await session.page.title()).toBe('Through');
  });

  test('a session that closes takes them along', async () => {
    const guest = await Session.fromPlaywright(session.page);
    await guest.highlight();
    expect(await hosts()).toBe(1);
    await guest.close();
    expect(await hosts()).toBe(0);
  });
});

describe('one element', () => {
  test('by its number, also far down, in a frame and in a closed root', async () => {
    const text =
      await pages.lines(`<body style="height:3000px"><button style="${placed(10, 2000)}">Far</button>
      <iframe srcdoc="<button style='${placed(10, 500)}'>Framed</button>"></iframe><div id=host></div>
      <script>host.attachShadow({mode: 'closed'}).innerHTML = '<button style="display:block;width:100px;height:40px">Closed</button>'</script>`);
    for (const name of ['Far', 'Framed', 'Closed']) {
      const [, number] = new RegExp(`\\[(\\d+)\\]<button>${name}`).exec(text.join('\n')) ?? [];
      expect([name, await session.screenshotElement(Number(number))]).toMatchObject([
        name,
        { width: 100, height: 40 },
      ]);
    }
  });

  test('that shows nothing, is gone or was never shown is refused', async () => {
    await pages.open('<button id=a>One</button><button id=b>Two</button>');
    const { numbers } = await session.screenshot({ numbers: true });
    await session.page.evaluate(`a.style.display = 'none'; b.remove()`);
    await expect(session.screenshotElement(numbers[0] ?? 0)).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('display:none'),
    });
    await expect(session.screenshotElement(numbers[1] ?? 0)).rejects.toMatchObject({ code: 'detached' });
    await expect(session.screenshotElement(99_999)).rejects.toMatchObject({ code: 'not_shown' });
  });
});

test('an inspection that numbers all shows the numbers that the session means from then on', async () => {
  const rows = Array.from({ length: 9 }, (_, i) => `<tr><td>Row ${i}<td><button>Buy ${i}</button>`).join('');
  await pages.open(`<main><table>${rows}</table><button>Pay</button></main>`);
  const { numbers } = await session.inspect({ numberAll: true });
  expect(await session.look()).toMatchObject({ text: expect.stringContaining('more rows like these') });
  const { elements } = (await session.query({ role: 'button' })).data as { elements: { index: number }[] };
  expect(elements).toHaveLength(10);
  const given = new Set(numbers.map(([, , number]) => number));
  expect(elements.filter(({ index }) => !given.has(index))).toEqual([]);
});
