import { expect, test } from 'vitest';
import { SessionPool } from '../../packages/sightline/src/session/pool/SessionPool.ts';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import { snapshotOf } from '../support/page.ts';

test('a session and a pool end with the block of their `await using`', async () => {
  const session = Session.load(snapshotOf([]));
  let isClosed = false;
  session.close = async () => {
    isClosed = true;
  };
  const pool = new SessionPool();
  {
    await using one = session;
    await using two = pool;
    expect([one, two, isClosed]).toEqual([session, pool, false]);
  }
  expect(isClosed).toBe(true);
  expect(await pool.open().catch((error) => error.code)).toBe('no_session');
});
