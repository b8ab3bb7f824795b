import type { PageNode } from '../../snapshot/Page.ts';

/** Red, green and blue, 0 to 255. */
export type RgbColor = readonly [red: number, green: number, blue: number];

/** Dark enough for white digits, and distinguishable with most forms of colour blindness. */
export const MARK_COLORS = {
  blue: [0, 90, 200],
  red: [196, 30, 40],
  green: [10, 115, 50],
  purple: [125, 40, 170],
  orange: [175, 75, 0],
  teal: [0, 110, 120],
  black: [30, 30, 30],
} as const satisfies Record<string, RgbColor>;

const COLORS_BY_ROLE: Readonly<Record<string, RgbColor>> = {
  link: MARK_COLORS.blue,
  button: MARK_COLORS.red,
  textbox: MARK_COLORS.green,
  searchbox: MARK_COLORS.green,
  spinbutton: MARK_COLORS.green,
  slider: MARK_COLORS.green,
  checkbox: MARK_COLORS.purple,
  radio: MARK_COLORS.purple,
  switch: MARK_COLORS.purple,
  combobox: MARK_COLORS.orange,
  listbox: MARK_COLORS.orange,
  option: MARK_COLORS.orange,
  tab: MARK_COLORS.teal,
  menuitem: MARK_COLORS.teal,
  menuitemcheckbox: MARK_COLORS.teal,
  menuitemradio: MARK_COLORS.teal,
  treeitem: MARK_COLORS.teal,
};

/** The colour of an element by its role: links blue, buttons red, fields green, choices purple and orange... */
export function markColor({ role, tag }: PageNode): RgbColor {
  return (
    COLORS_BY_ROLE[role] ?? (tag === 'input' || tag === 'textarea' ? MARK_COLORS.green : MARK_COLORS.black)
  );
}

/** A name in `MARK_COLORS`, or `#rgb` or `#rrggbb`; undefined for anything else. */
export function parseColor(text: string): RgbColor | undefined {
  if (Object.hasOwn(MARK_COLORS, text)) return MARK_COLORS[text as keyof typeof MARK_COLORS];
  const [, hex = ''] = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text) ?? [];
  if (hex === '') return undefined;
  const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit) : hex.match(/../g);
  const [red = 0, green = 0, blue = 0] = digits?.map((pair) => Number.parseInt(pair, 16)) ?? [];
  return [red, green, blue];
}
