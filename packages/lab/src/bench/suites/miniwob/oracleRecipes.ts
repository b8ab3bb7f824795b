import type { OracleStep } from '../../oracle/OracleStep.ts';

/** Part of the hash of what the oracle knows. Raise it with every change of the steps below. */
export const ORACLE_VERSION = 1;

/**
 * The tasks whose instruction alone says what is to be done: the oracle knows no more of them than their words. The
 * others need reading, computing, drawing or a search.
 */
export const ORACLE_TASKS: ReadonlySet<string> = new Set([
  'choose-list',
  'click-button',
  'click-button-sequence',
  'click-checkboxes',
  'click-checkboxes-large',
  'click-checkboxes-transfer',
  'click-collapsible',
  'click-collapsible-nodelay',
  'click-dialog',
  'click-dialog-2',
  'click-link',
  'click-option',
  'click-tab',
  'click-test',
  'click-test-2',
  'click-test-transfer',
  'click-widget',
  'email-inbox-delete',
  'email-inbox-important',
  'enter-date',
  'enter-password',
  'enter-text',
  'enter-text-2',
  'enter-text-dynamic',
  'enter-time',
  'focus-text',
  'focus-text-2',
  'form-sequence-2',
  'login-user',
  'multi-layouts',
  'multi-orderings',
  'social-media',
  'unicode-test',
  'use-spinner',
]);

/** A form of instruction, and what it asks for. */
interface GoalRule {
  goal: RegExp;
  steps(...groups: string[]): OracleStep[];
}

/** What the oracle would do by an instruction's words; undefined where they do not say it. */
export function stepsForGoal(goal: string): OracleStep[] | undefined {
  const plain = goal.replace(/\s+/g, ' ').trim();
  for (const { goal: pattern, steps } of RULES) {
    const match = pattern.exec(plain);
    if (match) return steps(...match.slice(1).map((group) => group ?? ''));
  }
  return undefined;
}

/** Matched from the first on. */
const RULES: readonly GoalRule[] = [
  { goal: /^Click on the "(.+)" button\.$/, steps: (name) => [click('button', name)] },
  {
    goal: /^Click button (\w+), then click button (\w+)\.$/,
    steps: (first, second) => [click('button', first), click('button', second)],
  },
  { goal: /^Click button (\w+)\.$/, steps: (name) => [click('button', name)] },
  { goal: /^Click the button\.$/, steps: () => [{ say: ['button'], role: 'button', want: {}, do: 'click' }] },
  { goal: /^Click on Tab (#\d+)\.$/, steps: (tab) => [clickNamed(`Tab ${tab}`, exactPattern(`Tab ${tab}`))] },
  { goal: /^Close the dialog box by clicking the "x"/, steps: () => [closeDialog] },
  {
    goal: /^Click the button in the dialog box labeled "(.+)"\.$/,
    steps: (name) => [name === 'x' ? closeDialog : click('button', name)],
  },
  { goal: /^Click on the link "(.+)"\.$/, steps: (name) => [clickNamed(name, exactPattern(name))] },
  {
    goal: /^Click on a "(\w+)" widget\.$/,
    steps: (kind) => [{ say: [kind], role: WIDGETS[kind] ?? kind, want: {}, do: 'click' }],
  },
  {
    goal: /^Expand the section below and click submit\.$/,
    steps: () => [clickNamed('section', '^Section'), submit()],
  },
  {
    goal: /^Select (.+) from the list and click Submit\.$/,
    steps: (value) => [selectValue(value), submit()],
  },
  {
    goal: /^Select (-?\d+) with the spinner and hit Submit\.$/,
    steps: (value) => [{ ...fill('', value), role: 'spinbutton' }, submit()],
  },
  { goal: /^Select nothing and click Submit\.$/, steps: () => [submit()] },
  {
    goal: /^Select (.+) and click Submit\.$/,
    steps: (names) => [...names.split(', ').map(checkNamed), submit()],
  },
  { goal: /^Enter "(.+)" into the text field/, steps: (value) => [fill('', value), submit()] },
  {
    goal: /^Type "(.+)" in all (upper|lower) case letters/,
    steps: (value, letters) => [
      fill('', letters === 'upper' ? value.toUpperCase() : value.toLowerCase()),
      submit(),
    ],
  },
  {
    goal: /^Enter (\d\d)\/(\d\d)\/(\d{4}) as the date/,
    steps: (month, day, year) => [fill('', `${year}-${month}-${day}`), submit()],
  },
  {
    goal: /^Enter (\d+):(\d\d) ([AP])M as the time/,
    steps: (hour, minute, half) => [fill('', `${hourOf(Number(hour), half)}:${minute}`), submit()],
  },
  {
    goal: /^Enter the password "(.+)" into both text fields/,
    steps: (value) => [nthField(1, value), nthField(2, value), submit()],
  },
  {
    goal: /^Enter the username "(.+)" and the password "(.+)" into the text fields and press login\.$/,
    steps: (user, password) => [fill('Username', user), fill('Password', password), click('button', 'Login')],
  },
  { goal: /^Focus into the textbox\.$/, steps: () => [nthField(1)] },
  { goal: /^Focus into the (\d)\w\w input textbox\.$/, steps: (nth) => [nthField(Number(nth))] },
  {
    goal: /^Check the (\d)\w\w radio button and enter the number "(\d+)" into the (\d)\w\w textbox/,
    steps: (radio, value, field) => [
      { say: ['radio'], role: 'radio', want: { nth: Number(radio) }, do: 'check' },
      nthField(Number(field), value),
      submit(),
    ],
  },
  {
    goal: /^Search for (.+) movies directed by (.+) from year (\d+)/,
    steps: (genre, director, year) => [
      fill('Genre', genre),
      fill('Director', director),
      fill('Year', year),
      { say: ['submit', 'search'], want: { name: '^(Submit|Search|Go!)$' }, do: 'click' },
    ],
  },
  {
    goal: /^For the user (@\w+), click on the "(.+)" button\.$/,
    steps: (user, name) => [
      {
        say: [`${name} ${user}`, name],
        want: { name: `${exactPattern(name)}|${exactPattern(name.toLowerCase())}`, near: user },
        do: 'click',
      },
    ],
  },
  {
    goal: /^Find the email by (\w+) and click the (trash|star) icon/,
    steps: (sender, icon) => [
      { say: [sender, 'email'], want: { name: sender }, do: 'click' },
      {
        say: [icon, icon === 'trash' ? 'delete' : 'important'],
        want: { name: `${icon}|delete|important` },
        do: 'click',
      },
    ],
  },
];

const closeDialog: OracleStep = {
  say: ['close dialog'],
  role: 'button',
  want: { name: '^([xX×]|[Cc]lose)$' },
  do: 'click',
};
const WIDGETS: Readonly<Record<string, string>> = { text: 'input', textarea: 'textarea' };

const exactPattern = (name: string): string => `^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;

const clickNamed = (say: string, name: string): OracleStep => ({ say: [say], want: { name }, do: 'click' });

const click = (role: string, name: string): OracleStep => ({
  say: [name],
  role,
  want: { name: exactPattern(name) },
  do: 'click',
});

const submit = (): OracleStep => ({
  say: ['submit'],
  role: 'button',
  want: { name: '^[Ss]ubmit' },
  do: 'click',
});

const fill = (label: string, value: string): OracleStep => ({
  say: [label || 'text field', 'textbox'],
  role: 'textbox',
  want: label ? { name: `^${label}` } : {},
  do: 'fill',
  value,
});

const nthField = (nth: number, value?: string): OracleStep => ({
  say: ['text field'],
  role: 'textbox',
  want: { nth },
  ...(value === undefined ? { do: 'click' } : { do: 'fill', value }),
});

const selectValue = (value: string): OracleStep => ({
  say: ['list'],
  role: 'combobox',
  want: {},
  do: 'select',
  value,
});

/** A box or a radio button: instructions do not say which. */
const checkNamed = (name: string): OracleStep => ({
  say: [name],
  want: { name: exactPattern(name) },
  do: 'check',
});

const hourOf = (hour: number, half: string | undefined): string =>
  String((hour % 12) + (half === 'P' ? 12 : 0)).padStart(2, '0');
