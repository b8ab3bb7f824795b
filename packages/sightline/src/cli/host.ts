/** Everything that main.ts loads when a command is not served by a session's process. */

export { serveSession } from './daemon/serveSession.ts';
export { runHere } from './runHere.ts';
