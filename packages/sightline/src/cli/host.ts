/** What main.ts loads when it cannot do with a forwarded command: everything the command line is made of. */
export { runHere } from './runHere.ts';
export { serve } from './serve.ts';
