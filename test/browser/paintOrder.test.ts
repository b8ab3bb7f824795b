import type { CDPSession } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConnectedPage } from '../support/ConnectedPage.ts';
import type { Row } from '../support/decode.ts';
import { Random } from '../support/Random.ts';

/** The order in which layers are painted, as the page script works it out, held against the browser's own. */
let connected: ConnectedPage;
let session: CDPSession;
beforeAll(async () => {
  connected = await ConnectedPage.open();
  session = await connected.context.newCDPSession(connected.page);
});
afterAll(() => connected.close());

const STYLES = [
  'position:relative',
  'position:relative;z-index:0',
  'position:relative;z-index:1',
  'position:relative;z-index:-1',
  'position:absolute;z-index:2',
  'position:absolute',
  'position:fixed',
  'position:fixed;z-index:1',
  'position:sticky;top:0',
  'position:sticky;top:0;z-index:3',
  'opacity:.9',
  'opacity:.9;position:relative;z-index:2',
  'transform:translate(1px)',
  'filter:blur(0)',
  'isolation:isolate',
  'will-change:transform',
  'contain:paint',
  'mix-blend-mode:multiply',
  'clip-path:inset(0)',
  'perspective:9px',
  'display:flex',
  'display:grid',
  'z-index:1',
  'z-index:-1',
  '',
  '',
];

/** Boxes within boxes, each of a random style: `d` a modal dialog, if there is one. */
function stacking(random: Random, boxes: number): string {
  let html = '';
  let open = 0;
  for (let id = 0; id < boxes; id++) {
    const style = STYLES[random.below(STYLES.length)];
    html += `<div id=b${id} style="width:90px;height:20px;${style}">`;
    for (open++; open > 0 && random.below(3) > 0; open--) html += '</div>';
  }
  return html + '</div>'.repeat(open);
}

/** The browser's paint order by `id` attribute; of what is no layer of its own, that of the layer around it. */
async function paintOrders(): Promise<Map<string, number>> {
  const { documents, strings } = await session.send('DOMSnapshot.captureSnapshot', {
    computedStyles: [],
    includePaintOrder: true,
  });
  const orders = new Map<string, number>();
  const { nodes, layout } = documents[0] as (typeof documents)[number];
  layout.nodeIndex.forEach((node, i) => {
    const attributes = nodes.attributes?.[node] ?? [];
    const at = attributes.findIndex((name, j) => j % 2 === 0 && strings[name] === 'id');
    if (at >= 0)
      orders.set(strings[attributes[at + 1] as number] as string, layout.paintOrders?.[i] as number);
  });
  return orders;
}

function isApart(a: Row, b: Row): boolean {
  return !a.node.contains(b.node) && !b.node.contains(a.node);
}

/** Pairs of layers, apart from each other, that the two put the other way round. */
async function disagreements(rows: Row[]): Promise<{ pairs: number; wrong: string[] }> {
  const orders = await paintOrders();
  const layers = rows.filter(
    ({ layer, attributes }) => layer !== undefined && orders.has(attributes.id ?? ''),
  );
  const wrong: string[] = [];
  let pairs = 0;
  for (const [i, a] of layers.entries()) {
    for (const b of layers.slice(i + 1).filter((other) => isApart(a, other))) {
      pairs++;
      const [first, second] = [a.attributes.id ?? '', b.attributes.id ?? ''];
      const browser = (orders.get(first) as number) - (orders.get(second) as number);
      const ours = (a.layer as number) - (b.layer as number);
      if (Math.sign(browser) !== Math.sign(ours)) wrong.push(`${first} ${second}`);
    }
  }
  return { pairs, wrong };
}

test('random stacking contexts, nested', async () => {
  let pairs = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const html = stacking(new Random(seed), 25);
    const found = await disagreements(await connected.rows(html));
    pairs += found.pairs;
    expect(found.wrong, `seed ${seed}: ${html}`).toEqual([]);
  }
  expect(pairs).toBeGreaterThan(3_000);
});

test('the top layer, in the order of opening', async () => {
  const popovers = ['p1', 'p2', 'p3'].map((id) => `<div popover=manual id=${id}>${id}</div>`).join('');
  const fixed = '<div id=high style="position:fixed;z-index:99">h</div>';
  for (const order of ['p1 p2 p3', 'p3 p2 p1', 'p2 p3 p1', 'p3 p1 p2']) {
    const script = order
      .split(' ')
      .map((id) => `${id}.showPopover()`)
      .join(';');
    const { pairs, wrong } = await disagreements(
      await connected.rows(`${fixed}${popovers}<script>${script}</script>`),
    );
    expect(pairs).toBe(6);
    expect(wrong, order).toEqual([]);
  }
});

test('a modal dialog is above what was opened before it', async () => {
  const html = `<dialog id=d><div id=in style="position:relative;z-index:1">x</div></dialog><div popover=manual id=p>p</div>
    <script>p.showPopover(); d.showModal()</script>`;
  expect((await disagreements(await connected.rows(html))).wrong).toEqual([]);
});
