import { RULES } from './common.ts';
import type { Prompt } from './Prompt.ts';

/** Hardly anything of the page stands in the messages: for models with little room (seed 000, query only). */
export const query: Prompt = {
  head: `You do a task in a web browser, step by step. You see the task, what was done so far, the page's title and regions. You do not see the elements: find them with tools, then use their numbers.

How to work
1. On a new page: get_page_summary, or query_elements at once if you know what to look for.
2. Say what you look for and what it may be called; then query_elements, or get_region for one region.
3. In the next step act on a number of the answer.
Not found? Try other words or fewer fields. To read: get_region with content=text, or search_text.
[47]<button>Buy (item "Lamp") is element 47: a button "Buy" of the item "Lamp".`,
  rules: RULES,
  examples: [
    {
      thinking: 'I need the checkout button, likely in MAIN, labelled "Checkout" or "Proceed".',
      next_goal: 'Find the checkout button',
      action: [{ query_elements: { text: 'checkout', role: 'button', within_landmark: 'MAIN' } }],
    },
    {
      thinking: 'The answer shows [62]<button>Checkout.',
      next_goal: 'Go to the checkout',
      action: [{ click: { index: 62 } }],
    },
  ],
};
