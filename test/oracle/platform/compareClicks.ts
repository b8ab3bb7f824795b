import type { Page } from 'playwright-core';
import { Session } from '../../../packages/sightline/src/session/Session.ts';
import type { Peer, PeerVerdict } from './peers.ts';

/** Whose clicks are compared, on a page of its own. */
interface Clicker {
  name: string;
  click: (target: string) => Promise<unknown>;
}

/** A page as it was opened for a case, and the names of what clicks reached since it was last asked. */
export interface ClickedPage {
  page: Page;
  url: string;
  takeReached: () => string[];
  close: () => Promise<void>;
}

/** In a page: sends the server the name of what each trusted click reached, in its frames of the same origin too. */
export const SENDS_CLICKS = `<script>{
  const listen = (view) => view.addEventListener('click', (event) => {
    const { isTrusted } = event;
    const [target] = event.composedPath();
    if (!isTrusted || !target.getAttribute) return;
    const name = target.getAttribute('aria-label') ?? target.getAttribute('alt') ?? target.localName;
    new Image().src = '/reached?' + encodeURIComponent(name);
  }, true);
  listen(window);
  addEventListener('load', () => {
    for (let i = 0; i < frames.length; i++) try { frames[i].document && listen(frames[i]); } catch {}
  });
}</script>`;

/** How long the message of a click may take. */
const ARRIVES_MS = 150;

/** The clicks of a case by the library and by each peer that can be brought before its page. */
export async function compareClicks(
  name: string,
  targets: readonly string[],
  open: () => Promise<ClickedPage>,
  peers: readonly Peer[],
): Promise<PeerVerdict[]> {
  const reached = new Map<string, (boolean | 'claimed')[]>();
  const ask = async (
    who: string,
    begin: (opened: ClickedPage) => Promise<Clicker['click']>,
  ): Promise<void> => {
    const opened = await open();
    try {
      const click = await begin(opened);
      const answers: (boolean | 'claimed')[] = [];
      for (const target of targets) answers.push(await clicks(click, target, opened));
      reached.set(who, answers);
    } finally {
      await opened.close();
    }
  };
  await ask(OURS, async ({ page }) => {
    const session = await Session.fromPlaywright(page);
    return (target) => session.click(target);
  });
  for (const { name: who, press } of peers) await ask(who, async ({ page, url }) => press(page, url));
  return targets.map((target, i) => {
    const answers = Array.from(reached, ([who, all]) => [who, all[i] as boolean | 'claimed'] as const);
    const { [OURS]: ours = false, ...theirs } = Object.fromEntries(
      answers.map(([who, answer]) => [who, answer === true]),
    );
    const claimed = answers.filter(([, answer]) => answer === 'claimed').map(([who]) => who);
    return { name: `click, ${name}: ${target}`, ours, theirs, claimed };
  });
}

export const OURS = 'Sightline';

async function clicks(
  click: Clicker['click'],
  target: string,
  { takeReached }: ClickedPage,
): Promise<boolean | 'claimed'> {
  takeReached();
  const isClaimed = await click(target).then(
    () => true,
    () => false,
  );
  await new Promise((resolve) => setTimeout(resolve, ARRIVES_MS));
  const names = new Set(takeReached());
  if (names.size === 1 && names.has(target)) return true;
  return isClaimed ? 'claimed' : false;
}
