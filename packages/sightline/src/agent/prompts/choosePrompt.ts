import type { Prompt } from './Prompt.ts';

/** One choice of a tournament (seed 000, pattern 2). */
export const choosePrompt: Prompt = {
  head: 'You choose the one element of a web page that is meant. Read the question and the candidates. Call choose with its letter, or with A if none is meant.',
  examples: [
    { thinking: 'The lamp is asked for.', next_goal: 'Choose', action: [{ choose: { letter: 'C' } }] },
  ],
};
