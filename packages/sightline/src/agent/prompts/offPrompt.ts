import { COMPACT_ELEMENT, RULES } from './common.ts';
import type { Prompt } from './Prompt.ts';

/** Mode `off` with the flat view: every message has the whole page. */
export const offPrompt: Prompt = {
  head: `You do a task in a web browser, step by step. At every step you see the task, what was done so far, and the whole page as it is now. Elements you can use have numbers: [12].`,
  legend: {
    compact: COMPACT_ELEMENT,
    markup: `How the page is written
- [12]<button type="submit" />: element 12, with its attributes. Its text stands below it, a tab deeper. Lines without a number are text.
- |SCROLL|: it scrolls. |IFRAME|: a frame. aria-expanded, checked, value: its state.`,
  },
  rules: RULES,
  examples: [
    {
      thinking: 'The form asks for name and mail, then Send [9].',
      next_goal: 'Fill the form and send it',
      action: [
        { fill: { index: 7, text: 'Ada Byron' } },
        { fill: { index: 8, text: 'ada@example.com' } },
        { click: { index: 9 } },
      ],
    },
    {
      thinking: 'The page says "Order 1042 confirmed": the task is done.',
      next_goal: 'End',
      action: [{ done: { text: 'Order 1042 is confirmed.' } }],
    },
  ],
};
