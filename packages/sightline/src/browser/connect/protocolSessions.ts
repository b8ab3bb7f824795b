import type { CDPSession, Frame, Page } from 'playwright-core';
import { asInternal } from '../asInternal.ts';
import { sendDirectly } from './sendDirectly.ts';

const SESSIONS = Symbol('sightline.protocolSessions');

/** Our protocol sessions to a page, or to a frame that has a process of its own. */
interface OwnedSessions {
  all: Set<CDPSession>;
  /** Those that nobody uses at the moment. */
  idle: CDPSession[];
  isPrinting: boolean;
}

type SessionOwner = (Page | Frame) & { [SESSIONS]?: OwnedSessions };

/**
 * A protocol session: one that was given back, or a new one. None is detached before `endProtocolSessions`: with the end of
 * any session, Chromium forgets the media type that a client of the page emulates.
 */
export async function takeProtocolSession(page: Page, owner: Page | Frame = page): Promise<CDPSession> {
  const owned = sessionsOf(owner);
  const idleSession = owned.idle.pop();
  if (idleSession) return idleSession;
  const session = await asInternal(page, () => page.context().newCDPSession(owner));
  sendDirectly(session);
  owned.all.add(session);
  session.on('close', () => {
    owned.all.delete(session);
    owned.idle = owned.idle.filter((one) => one !== session);
  });
  if (owned.isPrinting) await emulateMedia(session, true);
  return session;
}

/** For the next caller: it must have no listeners of the last one. */
export function giveBackProtocolSession(session: CDPSession, owner: Page | Frame): void {
  const owned = sessionsOf(owner);
  if (owned.all.has(session)) owned.idle.push(session);
}

/**
 * Marks for our sessions that the page is emulated as printed, or no longer: with each new document, Chromium sets the media
 * type anew as each session has set it, and the last one wins.
 */
export async function followPrinting(owner: Page | Frame, isPrinting: boolean): Promise<void> {
  const owned = sessionsOf(owner);
  if (owned.isPrinting === isPrinting) return;
  owned.isPrinting = isPrinting;
  await Promise.all(Array.from(owned.all, (session) => emulateMedia(session, isPrinting)));
}

/** Whether the page was emulated as printed when that was last known. */
export const wasPrinting = (owner: Page | Frame): boolean => sessionsOf(owner).isPrinting;

/** Detaches the sessions that nobody uses. What the page emulates as printed is to be set again afterwards. */
export async function endProtocolSessions(owner: Page | Frame): Promise<void> {
  const ended = sessionsOf(owner).idle.splice(0);
  await Promise.all(ended.map((session) => session.detach().catch(() => undefined)));
}

async function emulateMedia(session: CDPSession, isPrinting: boolean): Promise<void> {
  await session
    .send('Emulation.setEmulatedMedia', { media: isPrinting ? 'print' : '' })
    .catch(() => undefined);
}

function sessionsOf(owner: SessionOwner): OwnedSessions {
  const known = owner[SESSIONS];
  if (known) return known;
  const owned: OwnedSessions = { all: new Set(), idle: [], isPrinting: false };
  Object.defineProperty(owner, SESSIONS, { value: owned });
  return owned;
}
