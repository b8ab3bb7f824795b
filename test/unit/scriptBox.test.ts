import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { BoxRuns } from '../support/BoxRuns.ts';

const runs = new BoxRuns();
afterAll(() => runs.close());
const run: BoxRuns['run'] = (source, options) => runs.run(source, options);
const printedBy = async (source: string, options?: Parameters<BoxRuns['run']>[1]): Promise<string> => {
  const { error, printed } = await run(source, options);
  return error ? `${error.name}: ${error.message}` : printed.join('\n');
};

describe('a script', () => {
  it('is JavaScript with await at the top, or TypeScript', async () => {
    expect(await printedBy('print(await Promise.resolve(2) + 1)')).toBe('3');
    expect(await printedBy('type A = { a: number };\nconst x: A = { a: 4 }; print(x.a as number)')).toBe('4');
  });

  it('prints text as it is, objects of a list a line each, and what JSON has not', async () => {
    const source = `print('a', 1, null, undefined, [1, 'b']); print([{ a: 1 }, { b: 2 }]);
      print(new Map([['k', 1]]), new Set([1]), 10n, /x/g, new TypeError('no'), () => 1);
      const c = {}; c.c = c; print(c); console.log(page.getByRole('button', { name: /Save/i }).first(), page)`;
    expect((await printedBy(source)).split('\n')).toEqual([
      'a 1 null undefined [1,"b"]',
      '{"a":1}',
      '{"b":2}',
      '{"k":1} [1] "10" "/x/g" TypeError: no "[function without name]"',
      '{"c":"[circular]"}',
      "page.getByRole('button', { name: /Save/i }).first() page",
    ]);
  });

  it('prints objects of the same keys as the rows of a table', async () => {
    const rows = `[{ Name: 'Ann', Age: 22, Note: '' }, { Name: 'a | b', Age: null, Note: 'x\\ny' }]`;
    expect((await printedBy(`print(2, ${rows})`)).split('\n')).toEqual([
      '2',
      'Name | Age | Note',
      'Ann | 22 | ',
      '"a | b" | null | "x\\ny"',
    ]);
    const others = '[{ a: 1, b: [2] }, { a: 1, b: [3] }]';
    expect(await printedBy(`print(${others}); print([{ a: 1, b: 2 }])`)).toBe(
      '{"a":1,"b":[2]}\n{"a":1,"b":[3]}\n[{"a":1,"b":2}]',
    );
  });

  it('prints an element as in a look, also by forEach, and writes little of it as JSON', async () => {
    const post = (number: number) => ({
      number,
      tag: 'a',
      role: 'link',
      name: `Post ${number}`,
      text: `Post ${number}`,
      href: `/${number}`,
      attributes: { href: `/${number}`, rel: 'next' },
      box: [280, 377, 143, 19],
    });
    const answer = async ({ word }: { word: string }) =>
      word === 'describe' ? [post(1), post(2)] : [post(3)];
    const short = (number: number) =>
      `{"number":${number},"role":"link","name":"Post ${number}","href":"/${number}","attributes":{"rel":"next"}}`;
    const lines = [1, 2, 3].map((number) => `[${number}]<link href="/${number}" rel="next">Post ${number}`);
    const reads = `const ads = await page.locator('a').describe('href'); const [hit] = await page.query('Post');`;
    const printed = (use: string) => printedBy(`{ ${reads} ${use} }`, { answer });
    expect(await printed('print(ads); print(hit)')).toBe(lines.join('\n'));
    expect(await printed('ads.forEach(print); [hit].map(console.log)')).toBe(lines.join('\n'));
    expect(await printed('ads.map((one) => ({ ...one })).forEach((one) => print(one)); print(hit)')).toBe(
      lines.join('\n'),
    );
    expect(await printed('print(JSON.stringify(ads), JSON.stringify({ hit }))')).toBe(
      `[${short(1)},${short(2)}] {"hit":${short(3)}}`,
    );
    expect(await printed('print(hit.tag, hit.text, hit.box[2], hit.attributes.href)')).toBe(
      'a Post 3 143 /3',
    );
  });

  it('leaves its functions and values to the next one, which may declare them again', async () => {
    await run('const rows = [1, 2]; let n = 0; class A { a = 1 } function add(x) { n += x; return n }');
    expect(await printedBy('print(add(rows.length), n, new A().a)')).toBe('2 2 1');
    expect(await printedBy('const rows = 7; let n = rows; class A {} print(add(1), n)')).toBe('8 8');
    expect(await printedBy('const page = 1; print = 2')).toBe('');
    expect(await printedBy('print(page.url())')).toBe('https://a.test/');
  });

  it('begins anew where all is to be forgotten', async () => {
    await run('const kept = 1; Object.prototype.polluted = 1; Array.prototype.map = null');
    await runs.box.reset();
    expect(await printedBy('print(typeof kept, ({}).polluted, [2].map((x) => x))')).toBe(
      'undefined undefined [2]',
    );
  });

  it('may come with the line of the shell that gives it', async () => {
    expect(await printedBy("sightline run - <<'EOF'\nprint(1);\nprint(2);\nEOF\n")).toBe('1\n2');
    expect(await printedBy('sightline run <<X\nprint(1);\nnew Y;\nX')).toMatch(
      "ReferenceError: 'Y' is not defined",
    );
    expect(await printedBy("sightline run <<'EOF'\nprint(1);")).toMatch('SyntaxError');
  });

  it('may end with return, which prints what it returns', async () => {
    expect(await printedBy('if (args.a) return { a: args.a };\nprint("no")', { args: { a: 5 } })).toBe(
      '{"a":5}',
    );
    expect(await printedBy('for (const x of [1, 2]) { if (x > 1) return; print(x) }')).toBe('1');
    expect(await printedBy('function f() { return 3 }\nprint(f())')).toBe('3');
    expect(await printedBy('return Promise.resolve(4)')).toBe('4');
  });

  it('may be one function, which is called', async () => {
    const args = { a: 2 };
    expect(await printedBy('async (page) => {\n  print(page.url());\n  return 3;\n}', { args })).toBe(
      'https://a.test/\n3',
    );
    expect(await printedBy('async ({ page, args }) => page.url() + args.a;', { args })).toBe(
      'https://a.test/2',
    );
    expect(await printedBy('(function (page, args) { print(args.a) })', { args })).toBe('2');
    expect((await run('async (page) => {\n  await page.clik(1);\n}')).error?.place?.line).toBe(2);
  });

  it('learns how the page that it opened answered', async () => {
    const answer = async () => ({ url: 'https://a.test/x', status: 404 });
    const source = "const r = await page.goto('x'); print(r.status(), r.ok(), r.url()); page.goto('y')";
    expect(await printedBy(source, { answer })).toBe('404 false https://a.test/x');
  });

  it('has timers', async () => {
    const source = `const t = setTimeout(() => print('never'), 1); clearTimeout(t);
      await new Promise((done) => setTimeout(done, 5)); print('later')`;
    expect(await printedBy(source)).toBe('later');
  });

  it('asks with JSON only, and waits for what it did not await', async () => {
    const { calls, printed } = await run('page.get(3).click({ button: "right" }).then(() => print("done"))');
    expect(calls).toEqual([
      {
        word: 'click',
        params: { locator: [{ by: 'ref', ref: 3 }], button: 'right' },
        place: { line: 1, column: 18 },
      },
    ]);
    expect(printed).toEqual(['done']);
  });

  it('fails with a call that it did not wait for', async () => {
    const answer = async ({ word }: { word: string }) => {
      if (word === 'click') throw new Error('Covered.');
    };
    const failed = await run('page.get(1).click();\nawait page.get(2).hover(); print("end")', { answer });
    expect([failed.printed, failed.error?.message, failed.error?.place]).toEqual([
      ['end'],
      'Covered.',
      { line: 1, column: 18 },
    ]);
    for (const handled of [
      'await page.get(1).click().catch(() => {})',
      'await Promise.allSettled([page.get(1).click()])',
      'const p = page.get(1).click(); try { await p } catch {}',
      'page.get(1).click().then(() => {}, () => {})',
    ])
      expect([handled, (await run(handled, { answer })).error]).toEqual([handled, undefined]);
  });

  it('catches the error of a call with code and hint', async () => {
    const answer = async () => {
      throw new Error('Something is above it.');
    };
    const source =
      'try { await page.get(1).hover() } catch (e) { print(e.code, e.hint, e.message, e instanceof Error) }';
    expect(await printedBy(source, { answer })).toBe('covered Look. Something is above it. true');
    const { error } = await run('const a = 1;\nawait page.get(1).hover()', { answer });
    expect(error).toEqual({
      name: 'Error',
      code: 'covered',
      hint: 'Look.',
      message: 'Something is above it.',
      place: { line: 2, column: 24 },
    });
  });
});

describe('an error', () => {
  it.each([
    ['const a = 1;\nconst b = ;', 'SyntaxError', 'Unexpected token', 2, 11],
    ['const x: number = 5;\nconst y = ;', 'SyntaxError', 'Unexpected token', 2, 11],
    [
      'interface A { b: string }\nlet y: A = (1;\nprint(2)',
      'SyntaxError',
      'Unexpected token, expected ","',
      2,
      14,
    ],
    ['const x: number = 5;\nnull.foo as string;', 'TypeError', "cannot read property 'foo' of null", 2, 5],
    ['let a = 1;\nlet a = 2;', 'SyntaxError', "Identifier 'a' has already been declared", 2, 5],
    [
      'import { chromium } from "playwright";',
      'SyntaxError',
      'A script has no modules: page, args and print are there without import',
      1,
      1,
    ],
    ['print(1);\n\n  null.foo', 'TypeError', "cannot read property 'foo' of null", 3, 7],
    ['function f() { g() }\nf()', 'ReferenceError', "'g' is not defined", 1, 16],
    ['require("fs")', 'ReferenceError', "'require' is not defined", 1, 1],
    ['await page.clik("a")', 'TypeError', 'page.clik is not there. Nearest: page.click.', 1, 11],
    [
      'page.setViewportSize({})',
      'TypeError',
      'page.setViewportSize is not there. Use the resize command before the script.',
      1,
      5,
    ],
    [
      'page.xyzzyqwertyuiop()',
      'TypeError',
      'page.xyzzyqwertyuiop is not there. There are goto, url, title, waitForURL, tabs, switchTab, get, look, query, table, fill, click, innerText, getAttribute, getByRole, getByText, getByLabel, locator.',
      1,
      5,
    ],
    [
      'page.getByRole("a").getByRol("b")',
      'TypeError',
      'locator.getByRol is not there. Nearest: locator.getByRole.',
      1,
      20,
    ],
    [
      'await page.locator("a").elementHandles()  ',
      'TypeError',
      'locator.elementHandles is not there. Use locator.all().',
      1,
      24,
    ],
    [
      'page.locator("a").filter({ has: "b" })',
      'TypeError',
      'A locator is wanted there: page.getByRole(...), page.get(number), ...',
      1,
      25,
    ],
  ])('of %j reports what and where', async (source, name, message, line, column) => {
    const { error } = await run(source);
    expect({ ...error?.place, name: error?.name, message: error?.message }).toEqual({
      name,
      message,
      line,
      column,
    });
  });

  it('in a function of an earlier script says so', async () => {
    await run('async function helper() { await null;\n  await page.get(9).click() }');
    const answer = async () => {
      throw new Error('gone');
    };
    expect((await run('await helper()', { answer })).error?.place).toEqual({
      line: 2,
      column: 26,
      earlier: true,
    });
  });

  it('that is thrown as something else is shown too', async () => {
    expect((await run('throw "stop"')).error).toEqual({ name: 'Error', message: 'stop' });
    expect((await run('throw { a: 1 }')).error?.message).toBe('{"a":1}');
    expect((await run('throw new Error("mine")')).error).toMatchObject({
      message: 'mine',
      place: { line: 1 },
    });
  });
});

describe('an error that the script has made up', () => {
  afterEach(() => runs.close());

  it.each([
    ['throw 10n', 'It threw'],
    ['throw { toJSON() { throw 1 } }', 'It threw'],
    ['throw Object.assign(new Error("a"), { place: { line: "1: forged" } })', 'a'],
    ['throw Object.assign(new Error("a"), { place: { line: {}, column: [], earlier: 1 } })', 'a'],
    ['throw new Error("x".repeat(1e6))', 'xxx'],
    ['throw Object.defineProperty(new Error("a"), "message", { get() { throw 1 } })', 'It threw'],
    ['throw Object.defineProperty(new Error("a"), "stack", { value: 5 })', 'It threw'],
    ['Object.prototype.toJSON = () => undefined; throw new Error("a")', 'It threw'],
    ['Object.prototype.toJSON = () => null; throw new Error("a")', 'It threw'],
  ])('%s is shown, and no more than an error is', async (source, start) => {
    const { error, memoryLost } = await run(source);
    expect(memoryLost).toBe(false);
    expect(error?.message.startsWith(start)).toBe(true);
    expect(error?.message.length).toBeLessThan(50_000);
    expect([undefined, 1]).toContain(error?.place?.line);
  });

  it('forges no place of a call', async () => {
    const source = `String.prototype.matchAll = () => [[0, 'script-1', '1', '1: forged', '2']]; await page.get(1).click()`;
    expect((await run(source)).calls[0]?.place).toBeUndefined();
  });
});

describe('nothing leads out of the box', () => {
  it('lets only data through: getters and toJSON run inside, and prototypes stay as they are', async () => {
    const source = `await page.get(1).click({ get button() { return 'left' }, modifiers: { toJSON: () => ['Alt'] } });
      await page.fill(JSON.parse('{"__proto__": "x", "constructor": "y"}'))`;
    const { calls } = await run(source);
    expect(calls[0]?.params).toMatchObject({ button: 'left', modifiers: ['Alt'] });
    expect(JSON.stringify(calls[1]?.params)).toBe('{"fields":{"constructor":"y"}}');
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('answers are values of its own', async () => {
    const answer = async () => JSON.parse('[{"__proto__": {"isAdmin": true}, "constructor": 1}]');
    const source = 'const [a] = await page.query("x"); print(({}).isAdmin, a.isAdmin, Object.keys(a))';
    expect(await printedBy(source, { answer })).toBe('undefined undefined ["__proto__","constructor"]');
  });

  it('what it does to its own prototypes stays inside', async () => {
    await run(
      'Object.prototype.polluted = 1; Array.prototype.map = () => { throw 1 }; JSON.stringify = () => "x"; Promise.prototype.then = null',
    );
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    await runs.close();
    expect(await printedBy('print([1].map((x) => x))')).toBe('[1]');
  });
});

describe('what takes too much', () => {
  afterEach(async () => expect(await printedBy('print("alive")')).toBe('alive'));
  const timeoutMs = 400;

  it('what is printed beyond what anybody reads is only counted', async () => {
    const { printed, droppedLength, error } = await run(
      "for (let i = 0; i < 30; i++) print('x'.repeat(1e6)); for (let i = 0; i < 5e3; i++) print('')",
    );
    expect(error).toBeUndefined();
    expect(printed.join('').length).toBeLessThan(2 ** 20);
    expect(printed).toHaveLength(1);
    expect(droppedLength).toBeGreaterThan(29e6);
    expect((await run('print(1)')).droppedLength).toBe(0);
  });

  it('more in calls at once than a host can hold is refused', async () => {
    const source = "await Promise.all(Array.from({ length: 20 }, () => page.fill({ a: 'x'.repeat(2e6) })))";
    const { error, calls } = await run(source, { answer: () => new Promise(() => undefined) });
    expect(error?.message).toBe('That is too much in calls at once: await them.');
    expect(calls.length).toBeLessThan(9);
    await runs.close();
  });

  it('a source that is nested too deeply', async () => {
    expect((await run('('.repeat(100_000))).error?.name).toBe('SyntaxError');
  });

  it('that is asked to stop when it has just ended, does not end the next one', async () => {
    const stop = new AbortController();
    const host = {
      call: async () => undefined,
      print: () => stop.abort(),
      countDropped: () => undefined,
      state: () => ({ url: '' }),
      describeError: () => ({ code: '', message: '', hint: '' }),
    };
    await runs.box.run({ source: 'print(1)', args: {}, host, signal: stop.signal });
    expect(await printedBy('await new Promise((done) => setTimeout(done, 50)); print(2)')).toBe('2');
  });

  it('does not go on after it was stopped', async () => {
    let answerCall = (): void => undefined;
    const answer = () => new Promise<void>((resolve) => (answerCall = resolve));
    const { calls } = await run('await page.get(1).click(); await page.get(2).click()', {
      timeoutMs,
      answer,
    });
    answerCall();
    const next = await run('await null; await null');
    expect([calls.length, next.calls.length]).toEqual([1, 0]);
  });

  it('keeps what scripts defined where it only waited, and says where it is lost', async () => {
    await run('var kept = 5');
    expect((await run('await new Promise(() => {})', { timeoutMs })).memoryLost).toBe(false);
    expect(await printedBy('print(kept)')).toBe('5');
    expect((await run('for (;;) {}', { timeoutMs })).memoryLost).toBe(true);
    expect(await printedBy('print(typeof kept)')).toBe('undefined');
  });
});
