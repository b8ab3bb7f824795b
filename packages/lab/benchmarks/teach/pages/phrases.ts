// How a task is said: each list means the same. `NAME` and `VALUE` stand for what is meant.

const list = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim());

const PHRASES = {
  button: list(`click "NAME"
    press "NAME"
    click the "NAME" button
    press the button NAME
    hit "NAME"
    push the NAME button
    click on the button "NAME"
    use the button labelled NAME
    tap NAME
    click on the "NAME" button
    click button NAME`),
  link: list(`open "NAME"
    follow the link NAME
    click the link "NAME"
    go to NAME
    click on "NAME"
    open the page NAME
    visit NAME
    find and click the link "NAME"`),
  tab: list(`switch to the tab NAME
    open the NAME tab
    show the tab "NAME"
    click on tab NAME
    select the tab NAME`),
  unfold: list(`unfold "NAME"
    expand the section NAME
    open the section "NAME"
    show what is under NAME`),
  fill: list(`enter "VALUE" as NAME
    type "VALUE" into NAME
    fill in NAME with "VALUE"
    put "VALUE" into the NAME field
    set NAME to "VALUE"
    write VALUE in the field "NAME"
    enter VALUE in NAME
    enter the NAME "VALUE"
    type VALUE as the NAME`),
  nth: list(`enter "VALUE" into the NAME field
    type "VALUE" in the NAME text box
    fill the NAME field with "VALUE"
    enter VALUE into the NAME textbox
    type VALUE in the NAME input
    write "VALUE" into the NAME text field
    enter the value "VALUE" into the NAME input`),
  only: list(`enter "VALUE" into the text field
    type "VALUE" into the box
    write "VALUE" in the field
    fill the field with "VALUE"
    enter "VALUE"
    type the text "VALUE" in the field
    enter VALUE in the text box
    put VALUE into the text box`),
  focus: list(`click into the NAME field
    focus the NAME text box
    put the cursor into the NAME field
    focus on the NAME input
    click on the NAME text field`),
  focusOnly: list(`click into the text field
    focus the text box
    focus into the field
    put the cursor into the field`),
  both: list(`enter "VALUE" into both fields
    type "VALUE" in both text boxes
    enter VALUE into both text fields
    write "VALUE" in both boxes`),
  formatted: list(`enter VALUE as NAME
    set NAME to VALUE
    type VALUE as NAME
    put VALUE in the field for NAME
    choose VALUE as NAME`),
  next: list(`go to the next page
    show the next page
    click "NAME"
    press NAME`),
  below: list(`expand the section
    open the section below
    expand the part below
    unfold the section`),
  select: list(`choose VALUE as NAME
    select "VALUE" from NAME
    set NAME to VALUE
    pick VALUE in the list NAME
    select VALUE for NAME
    for NAME choose "VALUE"`),
  pick: list(`select VALUE from the list
    choose "VALUE" in the list
    pick VALUE
    select "VALUE" in the drop-down list`),
  check: list(`check "NAME"
    tick NAME
    select NAME
    turn on NAME
    check the box NAME
    mark "NAME"`),
  uncheck: list(`uncheck "NAME"
    untick NAME
    turn off NAME
    clear the box "NAME"`),
  radio: list(`choose "NAME"
    select NAME
    select the option NAME
    pick the option "NAME"
    set it to NAME`),
  any: list(`click the NAME
    press the NAME
    click a NAME
    click on the NAME`),
  close: list(`close the dialog
    close the window
    dismiss the message
    close the dialog box`),
} as const satisfies Record<string, readonly string[]>;

export type PhraseKind = keyof typeof PHRASES;

/** All ways to say it of this name and value. */
export const phrasesOf = (kind: PhraseKind, name: string, value = ''): string[] =>
  PHRASES[kind].map((phrase) => phrase.replaceAll('NAME', () => name).replaceAll('VALUE', () => value));

/** Ways to say what is done with one of many; `NAME` is the one, `ACTION` the label of its button. */
const ROW_PHRASES = list(`click "ACTION" for NAME
  press ACTION in the row of NAME
  use ACTION on "NAME"
  ACTION: do that for NAME
  for NAME press "ACTION"
  click the ACTION button of "NAME"
  for the entry NAME, click on the "ACTION" button`);

/** @param verbs other words for the action, as imperatives before the name */
export const rowPhrases = (action: string, name: string, verbs: readonly string[]): string[] => [
  ...ROW_PHRASES.map((phrase) => phrase.replaceAll('ACTION', () => action).replaceAll('NAME', () => name)),
  ...verbs.flatMap((verb) => [`${verb} "${name}"`, `${verb} ${name}`, `find ${name} and ${verb} it`]),
];

/** Joins parts to a task, in one of the ways that people do. `style` is any whole number. */
export function joinParts(parts: readonly string[], style: number): string {
  const [first = '', ...others] = parts;
  const last = others.at(-1);
  if (last === undefined) return `${capital(first)}.`;
  const middle = others.slice(0, -1);
  const ways = [
    () => `${[first, ...middle].join(', ')} and ${last}`,
    () => [first, ...others].join(', then '),
    () => [first, ...others].map(capital).join('. '),
    () => `first ${[first, ...middle].join(', then ')}, and finally ${last}`,
    () => [first, ...others].join('; '),
    () => `${[first, ...middle].join(', ')}, and then ${last}`,
  ];
  return `${capital(ways[style % ways.length]?.() ?? '')}.`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
