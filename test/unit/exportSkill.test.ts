import { expect, it } from 'vitest';
import { exportSkill } from '../../packages/sightline/src/agent/trace/exportSkill.ts';
import { outcome } from '../support/agent.ts';

const field = (name: string, role = 'textbox') => ({ target: { role, name } });

it('writes what was typed and chosen as arguments, also where names repeat it, and secrets as such', () => {
  const outcomes = [
    outcome('fill', { index: 1, text: 'Reading lamp' }, field('First name *')),
    outcome('fill', { index: 2, text: 'Reading lamp' }, field('Again')),
    outcome('fill', { index: 2, text: 'XL' }, field('First name')),
    outcome('select_option', { index: 3, options: ['Blue'] }, field('Size', 'combobox')),
    outcome('fill', { index: 4, text: '[filled]' }, { ...field('Password'), isSecret: true }),
    outcome('press', { index: 4, keys: 'Enter' }, field('Password')),
    outcome('open', { url: 'http://shop.test/cart' }),
    outcome('click', { index: 5 }, field('Remove `Reading lamp` in Blue', 'button')),
    outcome('click', { index: 6 }, field('Blueprints', 'link')),
    outcome('upload_file', { index: 7, files: ['a'] }, field('File')),
    outcome('click', { index: 8 }, { ...field('Gone', 'button'), error: { code: 'stale', message: '' } }),
  ];
  const exported = exportSkill({
    task: 'Order a\nReading lamp',
    model: '',
    run: {},
    steps: [{ n: 1, url: 'http://shop.test/start?q=1', outcomes }],
    end: undefined,
  });
  expect(exported.text).toBe(`// sightline script: Order a {firstName}
// args: firstName, firstName2, size, password
// firstName: textbox "First name *"
// firstName2: textbox "First name"
// size: combobox "Size"
// password: textbox "Password"; a secret: --arg-env
const base = args.base ?? "http://shop.test";
for (const name of ["firstName","firstName2","size","password"])
  if (args[name] === undefined) throw new Error('Give the argument ' + name + '.');
await page.goto(base + "/start?q=1");
await page.getByRole("textbox", { name: "First name *", exact: true }).fill(args.firstName);
await page.getByRole("textbox", { name: "Again", exact: true }).fill(args.firstName);
await page.getByRole("textbox", { name: "First name", exact: true }).fill(args.firstName2);
await page.getByRole("combobox", { name: "Size", exact: true }).selectOption([args.size]);
await page.getByRole("textbox", { name: "Password", exact: true }).fill(args.password);
await page.getByRole("textbox", { name: "Password", exact: true }).press("Enter");
await page.goto(base + "/cart");
await page.getByRole("button", { name: \`Remove \\\`\${args.firstName}\\\` in \${args.size}\`, exact: true }).click();
await page.getByRole("link", { name: "Blueprints", exact: true }).click();
`);
  expect(exported).toMatchObject({
    actions: 9,
    omitted: ['upload_file: Playwright has no call like it'],
  });
});

it('holds no value in addresses and names either, also of what came before it was typed', () => {
  const outcomes = [
    outcome('open', { url: 'http://shop.test/find?q=Reading%20lamp&size=XL&page=2#Reading+lamp' }),
    outcome('click', { index: 1 }, field('Remove Reading lamp', 'button')),
    outcome('open', { url: 'https://other.test/reading%20lamp/Blueprints?c=Blue' }),
    outcome('fill', { index: 2, text: 'Reading lamp' }, field('Instead of Blue')),
    outcome('fill', { index: 3, text: 'XL' }, field('Size')),
    outcome('fill', { index: 4, text: '[filled]' }, { ...field('Code of Reading lamp'), isSecret: true }),
    outcome('select_option', { index: 5, options: ['Blue'] }, field('Colour', 'combobox')),
    outcome('fill', { index: 6, text: 'a/b&c=`$x`' }, field('Note')),
    outcome('open', { url: 'http://shop.test/notes/a%2Fb%26c%3D%60%24x%60' }),
  ];
  const { text, parameters } = exportSkill({
    task: 'Find a Reading lamp',
    model: '',
    run: {},
    steps: [{ n: 1, url: 'http://shop.test/?for=Blue', outcomes }],
    end: undefined,
  });
  const [, calls = ''] = text.split("+ '.');\n");
  expect(calls).toBe(`await page.goto(base + \`/?for=\${encodeURIComponent(args.colour)}\`);
await page.goto(base + \`/find?q=\${encodeURIComponent(args.insteadOf)}&size=\${encodeURIComponent(args.size)}&page=2#\${encodeURIComponent(args.insteadOf)}\`);
await page.getByRole("button", { name: \`Remove \${args.insteadOf}\`, exact: true }).click();
await page.goto(\`https://other.test/\${encodeURIComponent(args.insteadOf)}/Blueprints?c=\${encodeURIComponent(args.colour)}\`);
await page.getByRole("textbox", { name: \`Instead of \${args.colour}\`, exact: true }).fill(args.insteadOf);
await page.getByRole("textbox", { name: "Size", exact: true }).fill(args.size);
await page.getByRole("textbox", { name: \`Code of \${args.insteadOf}\`, exact: true }).fill(args.codeOf);
await page.getByRole("combobox", { name: "Colour", exact: true }).selectOption([args.colour]);
await page.getByRole("textbox", { name: "Note", exact: true }).fill(args.note);
await page.goto(base + \`/notes/\${encodeURIComponent(args.note)}\`);
`);
  expect(parameters[0]).toEqual({ name: 'insteadOf', of: 'textbox "Instead of {colour}"', isSecret: false });
  for (const value of ['Reading lamp', 'Reading%20lamp', 'Reading+lamp', 'a%2Fb'])
    expect(text).not.toContain(value);
});

it('writes what was pressed key by key into a field as one argument, and keys that are none as they are', () => {
  const press = (keys: string, facts: Parameters<typeof outcome>[2] = {}, index?: number) =>
    outcome('press', { keys, ...(index !== undefined && { index }) }, facts);
  const name = field('Name');
  const secret = { isSecret: true };
  const outcomes = [
    ...[...'Kim Lee'].map((key) => press(key, name, 1)),
    press('Tab', name, 1),
    ...'Lee'.split('').map((key) => press(key, field('Family name'), 2)),
    ...Array.from({ length: 8 }, () => press('[filled]', { ...field('Password'), ...secret }, 3)),
    press('Enter', field('Password'), 3),
    ...Array.from({ length: 6 }, () => press('[filled]', secret)),
    press('j', { target: { role: 'button', name: 'Mails' } }, 4),
    press('g'),
  ];
  const { text, omitted } = exportSkill({
    task: 'Write Kim Lee',
    model: '',
    run: {},
    steps: [{ n: 1, url: 'http://shop.test/', outcomes }],
    end: undefined,
  });
  expect(omitted).toEqual([]);
  expect(text.split('\n').filter((line) => /^await page\.(?:getBy|keyboard)/.test(line))).toEqual([
    'await page.getByRole("textbox", { name: "Name", exact: true }).pressSequentially(args.name);',
    'await page.getByRole("textbox", { name: "Name", exact: true }).press("Tab");',
    'await page.getByRole("textbox", { name: "Family name", exact: true }).pressSequentially(args.familyName);',
    'await page.getByRole("textbox", { name: "Password", exact: true }).pressSequentially(args.password);',
    'await page.getByRole("textbox", { name: "Password", exact: true }).press("Enter");',
    'await page.keyboard.type(args.element);',
    'await page.getByRole("button", { name: "Mails", exact: true }).press("j");',
    'await page.keyboard.press("g");',
  ]);
  expect(text).not.toMatch(/Kim|Lee/);
});

it('adds to what a field holds where it was added', () => {
  const outcomes = [
    outcome('type_text', { index: 1, text: 'all' }, field('Note')),
    outcome('type_text', { index: 1, text: ' of it', append: true }, field('Note')),
  ];
  const steps = [{ n: 1, url: 'http://shop.test/', outcomes }];
  const { text } = exportSkill({ task: 'Write', model: '', run: {}, steps, end: undefined });
  expect(text).toContain('.fill(args.note);');
  expect(text).toContain('.pressSequentially(args.note2);');
});

it('takes texts of any length as arguments, too long for a pattern', () => {
  const long = 'long text. '.repeat(9_000);
  const outcomes = [
    outcome('fill', { index: 1, text: long }, field('Story')),
    outcome('click', { index: 2 }, field(`Remove ${long}`, 'button')),
  ];
  const { text } = exportSkill({
    task: `Write ${long}`,
    model: '',
    run: {},
    steps: [{ n: 1, url: 'http://notes.test/', outcomes }],
    end: undefined,
  });
  expect(text).toContain('.fill(args.story);');
  expect(text).not.toContain('long text');
});
