import type { PageNode } from '../model/Page.ts';

/** Red, green and blue, 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number];

/** Dark enough for white digits, and told apart also by most who do not see all colours. */
export const COLORS = {
  blue: [0, 90, 200],
  red: [196, 30, 40],
  green: [10, 115, 50],
  purple: [125, 40, 170],
  orange: [175, 75, 0],
  teal: [0, 110, 120],
  black: [30, 30, 30],
} as const satisfies Record<string, Color>;

const BY_ROLE: Readonly<Record<string, Color>> = {
  link: COLORS.blue,
  button: COLORS.red,
  textbox: COLORS.green,
  searchbox: COLORS.green,
  spinbutton: COLORS.green,
  slider: COLORS.green,
  checkbox: COLORS.purple,
  radio: COLORS.purple,
  switch: COLORS.purple,
  combobox: COLORS.orange,
  listbox: COLORS.orange,
  option: COLORS.orange,
  tab: COLORS.teal,
  menuitem: COLORS.teal,
  menuitemcheckbox: COLORS.teal,
  menuitemradio: COLORS.teal,
  treeitem: COLORS.teal,
};

/** The colour of an element by its role: links blue, buttons red, fields green, choices purple and orange... */
export function colorOf({ role, tag }: PageNode): Color {
  return BY_ROLE[role] ?? (tag === 'input' || tag === 'textarea' ? COLORS.green : COLORS.black);
}

/** A name of `COLORS`, or `#rgb` or `#rrggbb`; undefined for anything else. */
export function parseColor(text: string): Color | undefined {
  if (Object.hasOwn(COLORS, text)) return COLORS[text as keyof typeof COLORS];
  const [, hex = ''] = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text) ?? [];
  if (hex === '') return undefined;
  const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit) : hex.match(/../g);
  const [red = 0, green = 0, blue = 0] = digits?.map((pair) => Number.parseInt(pair, 16)) ?? [];
  return [red, green, blue];
}
