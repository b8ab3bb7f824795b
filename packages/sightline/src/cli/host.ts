/** What main.ts loads when it cannot do with a forwarded command: everything the command line is made of. */

export { serveSession } from './daemon/serveSession.ts';
export { runHere } from './runHere.ts';
