import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Random } from '../../packages/lab/benchmarks/pages/Random.ts';
import { copiedTextRules } from '../../packages/lab/benchmarks/teach/copiedText.ts';
import {
  legalCallGrammar,
  pickRandomCall,
  writeJsonCall,
} from '../../packages/lab/benchmarks/teach/legalCalls.ts';
import { nameElements } from '../../packages/lab/benchmarks/teach/nameElements.ts';
import { expectedOutcome } from '../../packages/lab/benchmarks/teach/pages/Move.ts';
import { makePage } from '../../packages/lab/benchmarks/teach/pages/makePage.ts';
import {
  HELD_OUT_SITES,
  type SiteName,
  TRAINING_SITES,
} from '../../packages/lab/benchmarks/teach/pages/sites.ts';
import { drawTraining } from '../../packages/lab/benchmarks/teach/plotTraining.ts';
import { redealEpisode } from '../../packages/lab/benchmarks/teach/redeal.ts';
import { reportTrials, type SmallTrial } from '../../packages/lab/benchmarks/teach/reportTrials.ts';
import { SmallLoop } from '../../packages/lab/benchmarks/teach/SmallLoop.ts';
import { parseCallText } from '../../packages/lab/benchmarks/teach/SmallModel.ts';
import {
  renderSmallPrompt,
  type SmallPrompt,
  type StateForm,
} from '../../packages/lab/benchmarks/teach/smallPrompt.ts';
import { countDone, splitGoal } from '../../packages/lab/benchmarks/teach/splitGoal.ts';
import { train } from '../../packages/lab/benchmarks/teach/train.ts';
import { withFieldFormats } from '../../packages/lab/benchmarks/teach/withFieldFormats.ts';
import { renderStateMessage } from '../../packages/sightline/src/internal.ts';

const SITES = Object.keys({ ...TRAINING_SITES, ...HELD_OUT_SITES }) as SiteName[];

describe('splitGoal', () => {
  it.each([
    ['Click "Save".', ['Click "Save"']],
    [
      'Enter "a. b and click" as Name, then press "Send".',
      ['Enter "a. b and click" as Name', 'press "Send"'],
    ],
    ['First tick Red car, and finally click the button Go.', ['tick Red car', 'click the button Go']],
    [
      'Select Oslo, Lima and Rome and click Submit.',
      ['Select Oslo', 'Select Lima', 'Select Rome', 'click Submit'],
    ],
    ['Select Rome from the list and click Submit.', ['Select Rome from the list', 'click Submit']],
    [
      'Enter the user "a" and the key "b" into the fields and press Go.',
      ['Enter the user "a"', 'Enter the key "b"', 'press Go'],
    ],
    ['For Ada Byron press "Reply".', ['For Ada Byron press "Reply"']],
    ['Select nothing and click Submit.', ['click Submit']],
    [
      'Enter "a b" into both text fields and press Go.',
      ['Enter "a b" into the first text field', 'Enter "a b" into the second text field', 'press Go'],
    ],
    ['Open the View No. 2 tab and visit Red car.', ['Open the View No. 2 tab', 'visit Red car']],
  ])('%s', (goal, parts) => {
    expect(splitGoal(goal)).toEqual(parts);
  });

  it('counts a part as done by an action that is about it', () => {
    const parts = ['open the tab Music', 'click "Red car"', 'press Log in'];
    const click = (about: string) => ({ tool: 'click', about });
    expect(countDone(parts, [click('[3]<tab>Music')])).toBe(1);
    expect(countDone(parts, [click('[3]<tab>Music'), click('[4]<button>Help')])).toBe(1);
    expect(countDone(parts, ['<tab>Music', '<a>Red car', '<button>Login'].map(click))).toBe(3);
    expect(countDone(['press "Submit"'], [click('<button>Help')])).toBe(0);
    expect(countDone(['Expand the section below', 'click Go'], [click('Part 3')])).toBe(1);
    expect(countDone(['put the cursor into the second field'], [click('[2]<textbox>')])).toBe(1);
  });
});

const message = (task: string, page: string, answers = '') => ({
  messages: [
    {
      role: 'user' as const,
      text: renderStateMessage({ history: `Task: ${task}`, answers, page, footer: 'Step 1 of 8.' }),
    },
  ],
});

const PAGE = 'Page: "Shop" (http://shop.example/1)\n[4]<textbox>Name\n[7]<button>Save\n[9]<checkbox>News';

describe('renderSmallPrompt', () => {
  it('shows the part that is next, what was done, and the page', () => {
    const call = { tool: 'fill', input: { index: 4, text: 'Ada' }, element: 'Name' };
    const prompt = renderSmallPrompt(message('Enter "Ada" as Name and click Save.', PAGE), { calls: [call] });
    expect(prompt.text).toBe(
      'Page: "Shop"\nName [4] textbox\nSave [7] button\nNews [9] checkbox\nTask: Enter "Ada" as Name and click Save.\nDid: fill Name "Ada"\nGoal: click Save',
    );
    expect(prompt.elements).toContainEqual({ number: 9, kind: 'checkbox', name: 'News', states: '' });
    expect(prompt).toMatchObject({ isDone: false, canAsk: true, canEnd: false });
  });

  it('has other forms: elements alone, and as the view writes them', () => {
    const page = `${PAGE}\n# Words`;
    const promptAs = (form: StateForm) =>
      renderSmallPrompt(message('Click Save.', page), { calls: [], numberFor: (number) => number - 3, form });
    expect(promptAs('flat').text).toBe(
      'Name [1] textbox\nSave [4] button\nNews [6] checkbox\nGoal: Click Save',
    );
    expect(promptAs('view').text).toBe(
      'Page: "Shop"\n[1]<textbox>Name\n[4]<button>Save\n[6]<checkbox>News\n# Words\nGoal: Click Save',
    );
  });

  it('leaves out what repeats the task, what is not shown, and remarks of answers', () => {
    const page = `${PAGE}\n Click "Save".\nHidden now:\n[12]<li> - display:none on ul`;
    const answers =
      'query_elements {"text":"x"}\n("Shop" has changed since look 2, the last one)\nFound nothing for "x", of 3 elements.\nClosest:\n[7]<button>Save\nTry other words, fewer filters, or get_page_summary.';
    const calls = [{ tool: 'query_elements', input: { text: 'x' }, element: '' }];
    expect(renderSmallPrompt(message('Click "Save".', page, answers), { calls }).text).toBe(
      'Page: "Shop"\nName [4] textbox\nSave [7] button\nNews [9] checkbox\nHidden now:\nFound:\nnothing\nSave [7] button\nDid: query "x"\nGoal: Click "Save"',
    );
  });

  it('allows no third question in a row, and no end before there was an action for each part', () => {
    const query = { tool: 'query_elements', input: { text: 'x' }, element: '' };
    const click = { tool: 'click', input: { index: 9 }, element: 'News' };
    const stateAfter = (...calls: (typeof query | typeof click)[]) =>
      renderSmallPrompt(message('Click "Save".', PAGE), { calls });
    expect(stateAfter(query)).toMatchObject({ canAsk: true, canEnd: false });
    expect(stateAfter(query, query)).toMatchObject({ canAsk: false, canEnd: false });
    expect(stateAfter(query, query, click)).toMatchObject({ canAsk: true, canEnd: true, isDone: false });
  });

  it('stays within its size and shows refusals', async () => {
    const page = `Page: "A" (about:blank)\n${Array.from({ length: 500 }, (_, at) => `[${at}]<button>Button ${at}`).join('\n')}`;
    const refused = 'click {"index":999}\nerror: No element [999] was ever shown.';
    const prompts: SmallPrompt[] = [];
    const loop = new SmallLoop('test', async (prompt) => {
      prompts.push(prompt);
      return { tool: 'click', input: { index: 999 }, text: '<bu_click> 999 <bu_end>' };
    });
    const signal = new AbortController().signal;
    for (const answers of ['', refused])
      await loop.decide({ system: '', tools: [], signal, ...message('Click "Nine".', page, answers) });
    expect(prompts[1]?.text).toContain('Did: click failed\nError: No element was ever shown.');
    expect(prompts[1]?.text.length).toBeLessThan(2_600);
  });
});

it('names elements before their numbers, twins by what stands beside them', () => {
  const page =
    '# Shop\nLamp 12.50 [3]<button>Buy\nChair 90.00 [4]<button>Buy\n[5]<button label=Close>×\n[6]<input focused>';
  const { text, elements } = nameElements(page, (number) => number - 2);
  expect(text).toBe(
    '# Shop\nBuy (Lamp 12.50) [1] button\nBuy (Chair 90.00) [2] button\nClose [3] button\ninput [4] input',
  );
  expect(elements[1]).toEqual({ number: 2, kind: 'button', name: 'Buy (Chair 90.00)', states: '' });
});

it.each([
  [
    '[8]<button>Edit (MAIN > "Red car")\n[9]<a>Home (NAV)\n[10]<button>Edit ("Cars") (row "Blue car")',
    ['Edit (Red car)', 'Home', 'Edit (Blue car)'],
  ],
  // Nothing is said of them: by their order.
  ['MAIN:\n [1]<input> [2]<input> [3]<input>', ['input (1st of 3)', 'input (2nd of 3)', 'input (3rd of 3)']],
  ['Town: [1]<input id=t1>\nKey | [2]<input type=password>', ['Town', 'Key']],
  // Pictures have the name that authors gave them, and stand beside something.
  [
    'Ada Byron writes [1]<div> [2]<span class=trash>\n[3]<div>Eve Abe writes [4]<span class="fa fa-trash">',
    ['div', 'trash (Ada Byron writes)', 'Eve Abe writes', 'trash (Eve Abe writes)'],
  ],
  ['[1]<tab "Tab #1" collapsed> [2]<span class="like" /> (in "Ada @abe")', ['Tab #1', 'like']],
])('names %s', (page, names) => {
  expect(nameElements(page, (number) => number).elements.map(({ name }) => name)).toEqual(names);
});

it('reads what an action brought', () => {
  expect(nameElements('[1]<button>One *[2]<button>Two\n*[3]<a>Three', (number) => number).text).toBe(
    'One [1] button Two [2] button new\nThree [3] a new',
  );
});

it('writes dates and times as the fields of the page take them', () => {
  const page = '[1]<input type=date format=YYYY-MM-DD>\n[2]<input type=time>';
  expect(withFieldFormats('Enter 03/31/2025 and 5:05 PM', page)).toBe('Enter 2025-03-31 and 17:05');
  expect(withFieldFormats('Enter 31/3/2025 and 12:05 am', page)).toBe('Enter 2025-03-31 and 00:05');
  expect(withFieldFormats('Enter 03/31/2025 and 5:05 PM', '[1]<input>')).toBe('Enter 03/31/2025 and 5:05 PM');
});

it('the grammar has the calls that the state allows, and no others', () => {
  const prompt = renderSmallPrompt(message('Click Save.', PAGE), { calls: [] });
  const grammar = legalCallGrammar(prompt, 'functional');
  expect(grammar).toContain('"Save <bu_click> 7"  " <bu_end>"');
  expect(grammar).toContain('"Name <bu_fill> 4" " " copy " <bu_end>"');
  expect(grammar).toContain('<bu_query>');
  expect(grammar).not.toMatch(/<bu_(?:done|fail)>/);
  expect(legalCallGrammar({ ...prompt, canAsk: false, canEnd: true }, 'functional')).toMatch(
    /<bu_fail>.*<bu_done>/,
  );
  expect(grammar).toContain('"News <bu_check> 9" (" state=off")? " <bu_end>"');
  expect(grammar).not.toMatch(/Save <bu_(?:fill|check|select)>|News <bu_fill>/);
  expect(legalCallGrammar(prompt, 'json')).toContain(String.raw`"News {\"check\": {\"index\": 9"`);
});

it('texts are words of the task that follow each other', () => {
  expect(copiedTextRules('Enter "Red car, x" as A.')).toBe(
    [
      'copied ::= word0 | word1 | word2 | word3 | word4 | word5',
      'word0 ::= "Enter"',
      'word1 ::= "Red" | "Red " word2',
      'word2 ::= "car" | "car," | "car, " word3',
      'word3 ::= "x"',
      'word4 ::= "as" | "as " word5',
      'word5 ::= "A" | "A."',
    ].join('\n'),
  );
  expect(copiedTextRules('')).toBe('copied ::= ""');
});

it('a random call is each that the grammar has, and no other', () => {
  const prompt = renderSmallPrompt(message('Click Save.', PAGE), { calls: [] });
  const random = new Random(1);
  const drawn = new Set(Array.from({ length: 1_000 }, () => pickRandomCall(prompt, random).text));
  const copied = ['Click', 'Click Save', 'Click Save.', 'Save', 'Save.'];
  expect(drawn).toEqual(
    new Set([
      ...[4, 7, 9].map((number) => `<bu_click> ${number} <bu_end>`),
      '<bu_check> 9 <bu_end>',
      '<bu_check> 9 state=off <bu_end>',
      ...copied.map((text) => `<bu_fill> 4 "${text}" <bu_end>`),
      ...copied.map((text) => `<bu_query> text="${text}" <bu_end>`),
    ]),
  );
  const atEnd = Array.from(
    { length: 200 },
    () => pickRandomCall({ ...prompt, elements: [], canAsk: false, canEnd: true }, random).text,
  );
  expect(new Set(atEnd)).toEqual(new Set(['<bu_done> "done" <bu_end>', '<bu_fail> "nothing" <bu_end>']));
});

it('reads calls in both protocols, and passes on what is none', () => {
  const call = { tool: 'fill', input: { index: 4, text: 'Ada' } };
  expect(parseCallText('<bu_fill> 4 "Ada" <bu_end>', 'functional')).toMatchObject(call);
  expect(writeJsonCall(call)).toBe('{"fill": {"index": 4, "text": "Ada"}}');
  const written = `Name ${writeJsonCall(call)}`;
  expect(parseCallText(written, 'json')).toMatchObject({ ...call, text: written });
  expect(parseCallText('Click it!', 'json')).toEqual({ tool: '', input: {}, text: 'Click it!' });
  expect(parseCallText('', 'functional')).toEqual({ tool: '', input: {}, text: 'nothing' });
});

describe('generated pages', () => {
  it('are the same for the same seed, and need at most six steps', () => {
    for (const site of SITES)
      for (let seed = 1; seed <= 12; seed++) {
        const page = makePage(site, seed);
        expect(makePage(site, seed)).toEqual(page);
        expect(page.steps.length).toBeGreaterThan(0);
        expect(page.steps.length).toBeLessThanOrEqual(6);
        for (const { said } of page.parts) expect(page.goal.toLowerCase()).toContain(said.toLowerCase());
      }
  });

  it('know what can be clicked without harm: what no task is about, and what uncovers', () => {
    for (const site of SITES) {
      const { html, harmless, expected } = makePage(site, 7);
      for (const name of harmless) {
        expect(html).toContain(`>${name}<`);
        expect(expected.clicked).not.toContain(name);
      }
    }
    expect(makePage('library', 3).html).toMatch(/data-tab="1"/);
    expect(makePage('library', 3).harmless.size).toBeGreaterThanOrEqual(2);
    expect(makePage('numbered', 3).html).toMatch(/data-tab="1" data-click=/);
    expect([...makePage('numbered', 3).harmless].some((name) => /#1|No\. 1/.test(name))).toBe(false);
  });

  it('say what a task leaves behind', () => {
    const move = { phrases: ['do it'], steps: [] };
    expect(
      expectedOutcome([
        { ...move, effect: { field: 'Name', value: 'Ada' } },
        { ...move, effect: { clicked: 'Save' } },
        { ...move, effect: { nothing: true } },
      ]),
    ).toEqual({ clicked: ['Save'], changed: { Name: 'Ada' } });
  });

  it('are dealt anew with other names, words and numbers', () => {
    const examples = [
      {
        prompts: {
          named: 'x [3] textbox\nRed car [7] button\nGoal: Press "Red car"',
          flat: '',
          view: '[7]<button>Red car',
        },
        calls: { functional: 'Red car <bu_click> 7 <bu_end>', json: 'Red car {"click": {"index": 7}}' },
      },
    ];
    const parts = [{ said: 'press "Red car"', phrases: ['hit "Red car"'] }];
    const [dealt] = redealEpisode(examples, { parts, names: [{ kind: 'title', text: 'Red car' }] }, 5);
    const [, three, name, seven, again] =
      /^x \[(\d+)\] textbox\n(.+) \[(\d+)\] button\nGoal: Hit "(.+)"$/.exec(dealt?.prompts.named ?? '') ?? [];
    expect(dealt?.prompts.view).toBe(`[${seven}]<button>${name}`);
    expect(name).not.toBe('Red car');
    expect(again).toBe(name);
    expect(three).not.toBe(seven);
    expect(dealt?.calls).toEqual({
      functional: `${name} <bu_click> ${seven} <bu_end>`,
      json: `${name} {"click": {"index": ${seven}}}`,
    });
  });
});

it('draws loss and exact match over the steps', () => {
  const svg = drawTraining([
    { kind: 'step', step: 5, loss: 4 },
    { kind: 'step', step: 10, loss: 2 },
    { kind: 'held-out', step: 10, loss: 1, exact: 0.5, examples: 8 },
  ]);
  // From 40 to 600, and from 220 up to 40.
  expect(svg).toContain('points="320.0,40.0 600.0,130.0"');
  expect(svg).toContain('stroke="#d0752a" points="600.0,130.0"');
  expect(svg).toContain('>4.0</text>');
});

it('reports pass rates with their intervals', () => {
  const trial: SmallTrial = {
    variant: 'taught',
    kind: 'site',
    task: 'booking',
    seed: 1,
    goal: 'Book.',
    calls: [],
    reason: 'done',
    tokens: { input: 200, output: 10 },
    steps: 2,
    passed: true,
    latencies: [400, 600],
    processorTimes: [300, 300],
    wholeSteps: [
      [900, 500],
      [700, 400],
    ],
  };
  const report = reportTrials([trial, { ...trial, seed: 2, passed: false }]);
  expect(report).toMatch(
    /taught \| sites held out \| 1 of 2 +\| 9 % to 91 % \| +2\.0 \| +105 \| 0\.50 \(0\.60\) +\| 0\.30 \(0\.30\) +\| 0\.80 \(0\.90\) +\| 0\.45 \(0\.50\) +\|/,
  );
  expect(report).toMatch(/booking \| 1 of 2/);
});

describe('train', () => {
  it('says what is missing before it installs anything', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'train-'));
    try {
      const base = join(folder, 'base.gguf');
      const args = ['--base', base, '--data', folder, '-o', folder, '--venv', join(folder, 'venv')];
      // Any try to make an environment fails in other words.
      args.push('--python', join(folder, 'no-python'));
      await expect(train(args)).rejects.toThrow(`there is no ${base}`);
      writeFileSync(base, '');
      await expect(train(args)).rejects.toThrow(`there are no examples in ${folder}`);
      writeFileSync(join(folder, 'taught.pt'), '');
      await expect(train(args)).rejects.toThrow('no-python');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
