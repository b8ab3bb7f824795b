import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConnectedPage } from '../support/ConnectedPage.ts';
import { decode, type Row } from '../support/decode.ts';

let connected: ConnectedPage;
beforeAll(async () => {
  connected = await ConnectedPage.open();
});
afterAll(() => connected.close());

describe('rows far from the view of a large document', () => {
  const STYLES = `.row{height:30px}.gone{display:none}.unseen{visibility:hidden}.faint{opacity:0}.cut{position:absolute;clip-path:inset(50%)}
    .pressable{cursor:pointer}.above{position:fixed;top:0;left:0;width:90px;height:20px}`;
  const INNER = [
    '<a href=#o>open</a>',
    '<i class=gone>gone</i><i class=unseen>unseen</i><i class=faint>faint</i>',
    '<i class=cut>cut</i><i style="clip-path:inset(50%);display:block">cut here</i><i hidden>hidden</i>',
    '<span class=pressable>press</span><label><input type=checkbox> all <em>of</em> it</label>',
    '<div class=above><button>Stay</button></div><p popover>note</p>',
  ];
  const row = (_: unknown, i: number): string => `<div class=row>Order ${i} ${INNER[i % INNER.length]}</div>`;
  const page = (fillers: number): string =>
    `<style>${STYLES}</style><div hidden>${'<wbr>'.repeat(fillers)}</div><main>${Array.from({ length: 1_200 }, row).join('')}</main>`;

  /** All but the boxes and what only they say: whether it was hit, how it lies in its line, how it lies over others. */
  const PLACES = new Set(['Box', 'Hit', 'Block', 'Paints']);
  const factsOf = ({ node, tag, role, name, text, flags, attributes }: Row): string =>
    JSON.stringify({
      tag,
      role,
      name,
      text,
      attributes,
      flags: flags.filter((one) => !PLACES.has(one)),
      of: node.parent?.index,
    });

  test('are read as near ones are, but for the boxes of what is plain words and links', async () => {
    const whole = await connected.rows(page(0));
    const bounded = await connected.rows(page(50_000));
    expect(bounded.map(factsOf).findIndex((facts, i) => facts !== factsOf(whole[i] as Row))).toBe(-1);
    const boxes = (rows: Row[]): number => rows.filter(({ tag, box }) => tag === 'a' && box).length;
    expect([boxes(whole), boxes(bounded)]).toEqual([240, 200]);
    const fixed = (rows: Row[]): number => rows.filter(({ tag, box }) => tag === 'button' && box).length;
    expect([fixed(whole), fixed(bounded)]).toEqual([240, 240]);
  });

  test('and are read in full as they come near', async () => {
    await connected.snapshot(page(50_000));
    await connected.page.evaluate(() => scrollTo(0, 1e6));
    const rows = decode(await connected.connection.capture());
    expect(rows.filter(({ tag, box }) => tag === 'a' && box)).toHaveLength(240);
  });

  test('of what the page itself has put off next to nothing is laid out', async () => {
    const style = 'height:30px;content-visibility:auto';
    const rows = Array.from(
      { length: 200 },
      (_, i) => `<div style="${style}">Order ${i} <a href=#o>open</a></div>`,
    );
    const read = await connected.rows(
      `<div style="height:9000px">Top</div>${rows.join('')}${'<wbr>'.repeat(50_000)}`,
    );
    const links = read.filter(({ tag }) => tag === 'a');
    expect(links.map(({ name }) => name)).toEqual(Array.from({ length: 200 }, () => 'open'));
    expect(links.filter(({ box }) => box).length).toBeLessThanOrEqual(3);
  });

  test('a bar that no box shows is found where it lies over the last of them in view', async () => {
    const bar = 'main::after{content:"";position:fixed;inset:auto 0 0;height:40px;background:#fff}';
    const rows = '<div style="height:30px"><a href=#o>open</a></div>'.repeat(1_000);
    const read = await connected.rows(`<style>body{margin:0}${bar}</style><main>${rows}</main>`);
    const { height } = connected.page.viewportSize() as { height: number };
    const links = read.filter(({ tag, box }) => tag === 'a' && (box?.[1] ?? height) < height);
    const isHit = links.map(({ flags }) => flags.includes('Hit'));
    // Where one of a few is not hit, each of the others is tested.
    expect(isHit.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => true));
    expect(isHit.at(-1)).toBe(false);
  });
});
