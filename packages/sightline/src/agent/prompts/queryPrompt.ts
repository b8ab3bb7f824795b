import { RULES } from './common.ts';
import type { Prompt } from './Prompt.ts';

/** Mode `query`, for small contexts: messages show little more than title and regions. */
export const queryPrompt: Prompt = {
  head: `You do a task in a web browser, step by step. You see the task, what was done so far, the page's title and regions; a small page whole. Other elements you find with tools.

How to work
1. On a new page you are shown what the words of the task find there. If it is there, act on its number.
2. Else say what you look for and what it may be called: that is your search. query_elements finds elements, get_region shows a region; the answers stand in the next message.
To read: get_region with content=text, search_text. Not found? Other words, fewer fields, get_page_summary.
[47]<button>Buy (item "Lamp") is element 47: a button "Buy" of the item "Lamp".`,
  rules: RULES,
  examples: [
    {
      thinking: 'I need the checkout button, likely in MAIN, labelled "Checkout" or "Proceed".',
      next_goal: 'Find the checkout button',
      action: [{ query_elements: { text: 'checkout', role: 'button', within_landmark: 'MAIN' } }],
    },
    {
      thinking: 'The answer shows [62]<button>Checkout. There I need the address.',
      next_goal: 'Go to the checkout',
      action: [{ click: { index: 62 } }, { query_elements: { text: 'street address' } }],
    },
  ],
};
