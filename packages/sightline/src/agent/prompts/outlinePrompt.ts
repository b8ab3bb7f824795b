import { COMPACT_ELEMENT, RULES } from './common.ts';
import type { Prompt } from './Prompt.ts';

const OUTLINE_LEGEND = `- BANNER, NAV, MAIN, SEARCH, FORM, DIALOG, COMPLEMENTARY, CONTENTINFO, REGION: regions, with what they hold below them. NAV#2 is the second of its kind, NAV:Primary the one of that name. (ungrouped): what is in none. ## Text: a heading, and its level.
- (unchanged, 3 links): as at the step before, and its numbers still hold. get_region with landmark and full=true shows it, with heading one section.
- (17 more items like these: get_region MAIN full): not shown; that call shows them.`;

/** Mode `off` with the outline: every message has the page by region and heading, without what did not change. */
export const outlinePrompt: Prompt = {
  head: `You do a task in a web browser, step by step. At every step you see the task, what was done so far, and an outline of the page as it is now. Of what repeats it shows the first few, and of what did not change a line. Elements you can use have numbers: [12].`,
  legend: {
    compact: `${COMPACT_ELEMENT}\n${OUTLINE_LEGEND}`,
    markup: `How the page is written
- [12]<button type="submit">Save</button>: element 12, its attributes, what it says. Before a field stands its label: Name [7]<input />. aria-expanded, checked, value: its state. Lines without a number are text.
- |SCROLL|: it scrolls. |IFRAME|: a frame. (offscreen below:): what follows is seen after scrolling.
${OUTLINE_LEGEND}`,
  },
  rules: RULES,
  examples: [
    {
      thinking: 'The form in MAIN asks for name and mail, then Send [9].',
      next_goal: 'Fill the form and send it',
      action: [
        { fill: { index: 7, text: 'Ada Byron' } },
        { fill: { index: 8, text: 'ada@example.com' } },
        { click: { index: 9 } },
      ],
    },
    {
      thinking: 'The lamp is none of the items shown; MAIN has 17 more like these.',
      next_goal: 'See all items',
      action: [{ get_region: { landmark: 'MAIN', full: true } }],
    },
    {
      thinking: 'The page says "Order 1042 confirmed": the task is done.',
      next_goal: 'End',
      action: [{ done: { text: 'Order 1042 is confirmed.' } }],
    },
  ],
};
