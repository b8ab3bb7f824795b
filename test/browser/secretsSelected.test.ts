import { afterAll, beforeAll, expect, it } from 'vitest';
import { HtmlPages } from '../support/HtmlPages.ts';

let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

const page = (secret: string): string =>
  `<form><input type=password id=p pattern="[a-m].*" value="${secret}">
  <input id=code autocomplete=one-time-code value="884213"><input id=note></form><p id=words>Words to select</p>`;

const refusal = (running: Promise<unknown>): Promise<string> =>
  running.then(
    () => 'done',
    (error) => `${error.code}: ${error.message}`,
  );

it('no words of a field for secrets are selected, whether they are there or not', async () => {
  await pages.open(page('dragonfly77'));
  const { session } = pages;
  const [there, missing] = [
    await refusal(session.selectText('#p', 'dragon')),
    await refusal(session.selectText('#p', 'zebra')),
  ];
  expect(there).toMatch(/^not_accepted: .*field for secrets/);
  expect(missing).toBe(there);
  expect(await refusal(session.selectText('#code', '884'))).toBe(
    await refusal(session.selectText('#code', '111')),
  );
  expect((await session.selectText('#words', 'to select')).text).toMatch(/^selected "to select"/);
});

it('nothing of it is copied or cut by keys, in one chord or one by one', async () => {
  await pages.open(page('dragonfly77'));
  const source = `const code = page.locator('#code'); await code.click(); await page.keyboard.press('Control+a');
for (const keys of ['Control+c', 'Control+X', 'Control+Insert', 'Shift+Delete']) await page.keyboard.press(keys).catch((e) => print(e.code));
await page.keyboard.down('Control'); await page.keyboard.down('c').catch((e) => print(e.code)); await page.keyboard.up('Control');
await page.locator('#note').click(); await page.keyboard.press('Control+v'); print('note: ' + await page.locator('#note').inputValue());`;
  const { output, failure } = await pages.session.run(source);
  expect([output, failure]).toEqual([`${'not_accepted\n'.repeat(5)}note: `, undefined]);
});

it('nor are its words dragged from it, once a click or keys have selected them', async () => {
  await pages.open(`<label>One-time code <input id=code autocomplete=one-time-code value="dragonfly77" style="width:300px"></label>
    <label>Note <textarea id=note></textarea></label><b id=it draggable=true style="display:inline-block">it</b>`);
  const { session } = pages;
  const note = () => session.page.evaluate('note.value');
  await session.click('One-time code', { clickCount: 2 });
  expect(await refusal(session.drag('One-time code', 'Note'))).toContain('not_accepted');
  await session.click('Note');
  await session.press('Control+A', 'One-time code');
  const { output } = await session.run(`const box = await page.locator('#code').boundingBox();
    await page.mouse.move(box.x + 20, box.y + 8); await page.mouse.down().catch((e) => print(e.code));`);
  expect([output, await note()]).toEqual(['not_accepted', '']);
  await session.click('Note');
  expect((await session.drag('#it', 'Note').catch((error) => error)).message ?? '').not.toContain('selected');
});

it('nor is a part of what repeats it: selected, counted, copied by keys, or dragged', async () => {
  const answers: string[] = [];
  for (const secret of ['dragonfly77', 'zragonfly77']) {
    await pages.open(`<label>Password <input type=password value="${secret}"></label><p id=echo>It is ${secret}, dear</p>
      <div id=host></div><label>Note <input id=note maxlength=9></label><p id=free>Free words</p>
      <script>host.attachShadow({ mode: 'open' }).innerHTML = '<p>${secret}</p>'</script>`);
    const { session } = pages;
    const answered = [
      await refusal(session.selectText('#echo', 'drag')),
      await refusal(session.selectText('#echo', 'zrag')),
    ];
    const { text } = await session.selectText('#echo', 'd');
    const outcome = "const outcome = (doing) => doing.then(() => 'done', (e) => e.code);";
    await session.selectText('#free', 'Free words');
    const copied = await session.run(`${outcome} print(await outcome(page.keyboard.press('Control+c')))`);
    const source = `${outcome} const box = await page.locator('#echo').boundingBox();
      await page.mouse.move(box.x + 1, box.y + 5); await page.mouse.down(); await page.mouse.move(box.x + 60, box.y + 5); await page.mouse.up();
      print(await outcome(page.keyboard.press('Control+c')), await outcome(page.keyboard.press('Control+x')));
      print(await outcome(page.mouse.down()), await outcome(page.locator('#echo').dragTo(page.locator('#note'))));
      await page.locator('#note').click(); await page.keyboard.press('Control+v'); print(await page.locator('#note').inputValue());
      await page.locator('#free').click(); await page.keyboard.press('Control+a'); print(await outcome(page.keyboard.press('Control+c')))`;
    const { output, failure } = await session.run(source);
    expect(failure).toBeUndefined();
    answers.push([...answered, text, copied.output, output].join('\n').replace(/\[\d+\]/g, '[N]'));
  }
  expect(answers[0]).toContain(
    '\ndone\nnot_accepted not_accepted\nnot_accepted not_accepted\nFree word\nnot_accepted',
  );
  expect(answers[1]).toBe(answers[0]);
});

it('states that a field has by its value are the same whatever the secret is', async () => {
  const answers: string[] = [];
  for (const secret of ['dragonfly77', 'zragonfly77']) {
    await pages.open(page(secret));
    const selectors = [
      '#p:valid',
      '#p:invalid',
      'form:valid',
      'form:not(:invalid)',
      'input:not(:valid)',
      'form:has(:invalid)',
    ];
    const source = `for (const one of args.selectors) print(one, await page.locator(one).count());`;
    answers.push((await pages.session.run(source, { args: { selectors } })).output);
  }
  expect(answers[1]).toBe(answers[0]);
});
