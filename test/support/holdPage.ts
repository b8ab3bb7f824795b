import type { ServerResponse } from 'node:http';
import type { Page } from 'playwright-core';
import { startServer } from './startServer.ts';

/** A page that is held up. */
export interface HeldPage {
  /** From when this settles on, it answers again. */
  release(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a page with one paragraph, which then answers nothing until it is released: its script waits for a server. */
export async function holdPage(page: Page, prepare?: () => Promise<unknown>): Promise<HeldPage> {
  let held: ServerResponse | undefined;
  let report = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    report = resolve;
  });
  const server = await startServer({
    '/': '<p>Text</p>',
    '/held': (_, response) => {
      held = response;
      report();
    },
  });
  await page.goto(server.origin);
  await prepare?.();
  const wait = "const held = new XMLHttpRequest(); held.open('GET', '/held', false); held.send()";
  // A tab may be closed meanwhile.
  const waiting = page.evaluate(wait).catch(() => undefined);
  await asked;
  const release = async (): Promise<void> => {
    held?.end();
    await waiting;
  };
  return { release, close: () => server.close() };
}
