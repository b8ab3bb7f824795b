import { setTimeout } from 'node:timers/promises';
import { buildPage } from '../../../sightline/dist/index.js';
import { candidatesOf } from './Candidate.mjs';

/** Every page loads what it needs from this machine; asking for anything else ends at once. */
export const offline = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost';

/** Milliseconds: charts, tables and editors build themselves after loading. */
const REST = 2000;

/**
 * Opens a page and captures it when it has come to rest. By a second look, since a look asks for a hundred
 * listeners at most.
 * @param {import('../../../sightline/dist/index.js').Session} session
 * @param {string} origin @param {import('./pages.mjs').RecallPage} recallPage
 */
export async function capture(session, origin, { path, ready }) {
  await session.navigate(`${origin}${path}`);
  if (ready) await session.page.waitForSelector(ready, { state: 'attached', timeout: 60_000 });
  await session.look({ view: 'minimal', timeoutMs: 60_000 });
  await setTimeout(REST);
  const { snapshot } = await session.look({ timeoutMs: 60_000 });
  return { snapshot, candidates: candidatesOf(buildPage(snapshot)) };
}
