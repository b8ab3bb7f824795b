import { RULES } from './common.ts';
import type { Prompt } from './Prompt.ts';

const LEGEND = `[47]<button>Add (item "Lamp") is element 47: a button "Add" of the item "Lamp". After the word stand states (checked, expanded, disabled) and value="...". MAIN, NAV:Primary, NAV#2 are regions. (17 more ...: get_region MAIN): folded; that call shows it.`;

/** A summary of the page stands in every message; tools bring the rest (seed 000, hybrid). */
export const hybrid: Prompt = {
  head: `You do a task in a web browser, step by step. At every step you see the task, what was done so far, and a summary of the page: its regions and headings. You do not see the elements: ask for those you need.

How to work
1. Read the summary: where is what you need?
2. query_elements finds elements by what they say or do; get_region shows one region. Say first what you look for and where: that is your search.
3. The answers stand in the next message: act on their numbers.
- To read: get_region with content=text, search_text, or read_table for tables and lists.
- Not found? Other words, fewer filters, or keyword_weights with likely labels; then the region; get_full_dom last.`,
  legend: { compact: LEGEND, markup: LEGEND },
  rules: RULES,
  examples: [
    {
      thinking:
        'I need the button that puts the headphones into the cart. It will be under "Featured Products" in MAIN, labelled "Add to cart" or "Buy".',
      next_goal: 'Find the button',
      action: [
        {
          query_elements: {
            text: 'headphones add to cart',
            role: 'button',
            near_heading: 'Featured Products',
          },
        },
      ],
    },
    {
      thinking: 'The query found [47]<button>Add to Cart (item "Wireless Headphones").',
      next_goal: 'Add them to the cart',
      action: [{ click: { index: 47 } }],
    },
  ],
};
