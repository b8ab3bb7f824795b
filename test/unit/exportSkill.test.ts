import { expect, it } from 'vitest';
import { exportSkill } from '../../packages/sightline/src/agent/trace/exportSkill.ts';
import type { OutcomeRecord } from '../../packages/sightline/src/agent/trace/StepLog.ts';

const outcome = (tool: string, input: object, facts: Partial<OutcomeRecord> = {}): OutcomeRecord => ({
  kind: 'act',
  tool,
  input,
  text: '',
  left: false,
  ms: 1,
  ...facts,
});
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
