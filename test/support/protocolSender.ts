import type { CDPSession, Page } from 'playwright-core';

/** How the messages of every protocol session of this process are sent, by whomever: to be spied on. */
interface Sender {
  send(method: string, parameters?: object): Promise<unknown>;
}

type ClientSession = CDPSession & { _connection: { toImpl(session: CDPSession): { _session: Sender } } };

export async function protocolSender(page: Page): Promise<Sender> {
  const session = (await page.context().newCDPSession(page)) as ClientSession;
  const { _session: server } = session._connection.toImpl(session);
  const sender = Object.getPrototypeOf(server) as Sender;
  await session.detach();
  return sender;
}
