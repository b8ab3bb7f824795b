import { escapeHtml } from '../../../../sightline/src/internal.ts';
import type { OracleStep } from '../../../src/bench/oracle/OracleStep.ts';
import { exactly, type Move, type PageBlock } from './Move.ts';
import type { Names } from './Names.ts';
import { phrasesOf } from './phrases.ts';

// Controls that have no label of their own: known by their order, by the words beside or above them, or by their kind.

const ORDINALS = [
  ['first', '1st'],
  ['second', '2nd'],
  ['third', '3rd'],
  ['fourth', '4th'],
  ['fifth', '5th'],
] as const;

/** What people enter: words, made-up words, numbers. */
export function drawText(names: Names): string {
  const { random } = names;
  if (random.chance(0.25)) return names.draw('number');
  return names.draw(random.pick(['nonsense', 'nonsense', 'word', 'title', 'person', 'city', 'code']));
}

const fieldStep = (nth: number, value: string): OracleStep => ({
  say: ['text field'],
  role: 'textbox',
  want: { nth },
  do: 'fill',
  value,
});

/** Fields without labels, named by their order; where there is one alone, it is just the field. */
export function bareFields(names: Names, count: number): PageBlock {
  const fields = Array.from({ length: count }, (_, at) => bareField(names, at, count));
  const areInLine = names.random.chance(0.5);
  return {
    html: fields.map(({ html }) => (areInLine ? html : `<p>${html}</p>`)).join('\n'),
    moves: fields.flatMap(({ moves }) => moves),
  };
}

function bareField(names: Names, at: number, count: number): PageBlock {
  const field = `field ${at}`;
  const value = drawText(names);
  const ordinals = ORDINALS[at] ?? [];
  const step = fieldStep(at + 1, value);
  const alone = count === 1 ? phrasesOf('only', '', value) : [];
  const focus: Move = {
    phrases: count === 1 ? phrasesOf('focusOnly', '') : ordinals.flatMap((one) => phrasesOf('focus', one)),
    steps: [{ ...step, do: 'click', value: undefined }],
    effect: { clicked: field },
  };
  const phrases = count === 1 ? alone : ordinals.flatMap((one) => phrasesOf('nth', one, value));
  return {
    html: `<input type="text" data-field="${field}" data-focus="${field}"${names.random.chance(0.3) ? ` id="x${at + 1}"` : ''}>`,
    moves: [{ phrases, steps: [step], effect: { field, value } }, focus],
  };
}

/** The same text in two fields. */
export function fieldPair(names: Names): PageBlock {
  const value = drawText(names);
  const [first, second] = names.random.pick([
    ['New code', 'New code again'],
    ['Key', 'Repeat key'],
    ['Text', 'Text once more'],
  ]) as [string, string];
  const fields = [first, second].map((name) => besideField(names, name, value));
  return {
    html: fields.map(({ html }) => html).join('\n'),
    moves: [
      {
        phrases: phrasesOf('both', '', value),
        steps: fields.flatMap(({ moves }) => moves[0]?.steps ?? []),
        effect: [
          { field: first, value },
          { field: second, value },
        ],
      },
    ],
  };
}

/** A field with words beside or above it that are not tied to it. */
export function besideField(names: Names, name: string, value: string, type = 'text'): PageBlock {
  const label = escapeHtml(name);
  const input = `<input type="${type}" data-field="${label}">`;
  const html = names.random.pick([
    `<div>${label}${names.random.chance(0.5) ? ':' : ''} ${input}</div>`,
    `<div><b>${label}</b> ${input}</div>`,
    `<table><tr><td>${label}</td><td>${input}</td></tr></table>`,
  ]);
  const step: OracleStep = { say: [name], role: 'textbox', want: { name: exactly(name) }, do: 'fill', value };
  return {
    html,
    moves: [{ phrases: phrasesOf('fill', name, value), steps: [step], effect: { field: name, value } }],
  };
}

/** Two fields that are filled by one sentence. */
export function twoOfOne(first: PageBlock, second: PageBlock, kinds: readonly [string, string]): Move {
  const moves = [...first.moves.slice(0, 1), ...second.moves.slice(0, 1)];
  const [a = '', b = ''] = moves.map(({ effect }) => ('value' in effect ? effect.value : ''));
  return {
    phrases: [
      `enter the ${kinds[0]} "${a}" and the ${kinds[1]} "${b}" into the fields`,
      `enter the ${kinds[0]} "${a}" and the ${kinds[1]} "${b}"`,
      `type the ${kinds[0]} "${a}" and the ${kinds[1]} "${b}" in the form`,
      `write the ${kinds[0]} "${a}" and the ${kinds[1]} "${b}" into the boxes`,
    ],
    steps: moves.flatMap(({ steps }) => steps),
    effect: moves.flatMap(({ effect }) => effect),
  };
}

/** Boxes or buttons of a choice without words. */
export function bareChoices(names: Names, kind: 'radio' | 'checkbox', count: number): PageBlock {
  const word = kind === 'radio' ? 'radio button' : 'checkbox';
  const fields = Array.from({ length: count }, (_, at) => {
    const field = `${kind} ${at}`;
    const step: OracleStep = { say: [kind], role: kind, want: { nth: at + 1 }, do: 'check' };
    const phrases = (ORDINALS[at] ?? []).flatMap((one) => phrasesOf('check', `the ${one} ${word}`));
    return {
      html: `<input type="${kind}" name="${kind}" data-field="${field}">`,
      move: {
        phrases: phrases.filter((phrase) => !/"|box the|turn/.test(phrase)),
        steps: [step],
        effect: { field, value: 'true' },
      },
    };
  });
  const html = fields.map((one) => one.html).join(' ');
  return { html: `<p>${html}</p>`, moves: [names.random.pick(fields).move] };
}

const TIMES = { date: 'type="date"', time: 'type="time"', number: 'type="number"' } as const;

/** A field for a date, a time or a number, with or without a label; a task says it as people do. */
export function formattedField(names: Names, kind: keyof typeof TIMES): PageBlock {
  const { random } = names;
  const two = (low: number, high: number): string => String(random.between(low, high)).padStart(2, '0');
  const isNamed = random.chance(0.4);
  const label = isNamed ? random.pick(FORMATTED_LABELS[kind]) : '';
  const [hour, minute] = [random.between(0, 23), two(0, 59)];
  const [year, month, day] = [random.between(1990, 2030), two(1, 12), two(1, 28)];
  const [value, said] = {
    date: [
      `${year}-${month}-${day}`,
      random.chance(0.7) ? `${month}/${day}/${year}` : `${year}-${month}-${day}`,
    ],
    time: [
      `${String(hour).padStart(2, '0')}:${minute}`,
      `${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`,
    ],
    number: random
      .many(1, () => String(random.between(1, 99)))
      .split(' ')
      .flatMap((one) => [one, one]),
  }[kind] as [string, string];
  const field = label || kind;
  const name = label === '' ? `the ${kind}` : label;
  const step: OracleStep = {
    say: [label || 'text field'],
    want: label === '' ? {} : { name: exactly(label) },
    role: kind === 'number' ? 'spinbutton' : 'textbox',
    do: 'fill',
    value,
  };
  return {
    html: `<p>${label === '' ? '' : `<label for="f1">${label}</label> `}<input ${TIMES[kind]} id="f1" data-field="${field}"></p>`,
    moves: [{ phrases: phrasesOf('formatted', name, said), steps: [step], effect: { field, value } }],
  };
}

const FORMATTED_LABELS = {
  date: ['Arrival', 'Departure', 'Birthday', 'Due', 'Day'],
  time: ['Opens', 'Closes', 'Starts', 'Alarm', 'Time'],
  number: ['Guests', 'Copies', 'Amount', 'Age', 'Seats'],
} as const;

const KINDS = [
  { words: ['button'], role: 'button', html: '<button type="button" data-click="it">NAME</button>' },
  {
    words: ['text field', 'textbox', 'input'],
    role: 'textbox',
    html: '<input type="text" data-focus="it" data-field="it" value="NAME">',
  },
  {
    words: ['textarea', 'text area'],
    role: 'textarea',
    html: '<textarea data-focus="it" data-field="it">NAME</textarea>',
  },
  {
    words: ['checkbox', 'check box'],
    role: 'checkbox',
    html: '<label><input type="checkbox" data-click="it"> NAME</label>',
  },
  {
    words: ['radio button', 'radio'],
    role: 'radio',
    html: '<label><input type="radio" name="r" data-click="it"> NAME</label>',
  },
  { words: ['link'], role: 'link', html: '<a href="#x" data-click="it">NAME</a>' },
  {
    words: ['list', 'drop-down', 'select'],
    role: 'combobox',
    html: '<select data-focus="it" data-field="it"><option>NAME</option></select>',
  },
] as const;

/** One control of each of some kinds: which is meant is said by its kind. */
export function widgets(names: Names): PageBlock {
  const { random } = names;
  const some = KINDS.filter(() => random.chance(0.65));
  const all = some.length < 2 ? KINDS.slice(0, 3) : some;
  const order = random.chance(0.5) ? all : all.toReversed();
  const made = order.map(({ words, role, html }, at) => ({
    html: html.replace('NAME', names.draw('nonsense')).replaceAll('"it"', `"${role} ${at}"`),
    move: {
      phrases: words.flatMap((word) => phrasesOf('any', word)),
      steps: [{ say: [role], role, want: {}, do: 'click' as const }],
      effect: { clicked: `${role} ${at}` },
    },
  }));
  const isText = ({ move }: (typeof made)[number]): boolean =>
    /textbox|combobox/.test(move.steps[0]?.role ?? '');
  const moves = made.filter((one) => !isText(one)).map(({ move }) => move);
  return { html: made.map(({ html }) => `<p>${html}</p>`).join('\n'), moves: [random.pick(moves)] };
}
