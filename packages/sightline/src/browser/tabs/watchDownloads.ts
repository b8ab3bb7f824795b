import type { CDPSession, Page } from 'playwright-core';
import { giveBackProtocolSession, takeProtocolSession } from '../connect/protocolSessions.ts';

/** A file that a page begins to download, whoever keeps it. */
export interface BegunDownload {
  url(): string;
  suggestedFilename(): string;
  /** Settles when it has ended: whether all of it came. */
  whenEnded: Promise<boolean>;
}

interface DownloadBegin {
  guid: string;
  url: string;
  suggestedFilename: string;
}

interface DownloadProgress {
  guid: string;
  state: 'inProgress' | 'completed' | 'canceled';
}

/**
 * Reports each download of a page in a browser of somebody else: by the page's own events, since those of the browser go
 * only to who says where its files go. Not reported: what a frame of another site downloads. Returns what ends it.
 */
export function watchDownloads(page: Page, onDownload: (download: BegunDownload) => void): () => void {
  const endings = new Map<string, (isWhole: boolean) => void>();
  const onBegin = ({ guid, url, suggestedFilename }: DownloadBegin): void => {
    const whenEnded = new Promise<boolean>((resolve) => endings.set(guid, resolve));
    onDownload({ url: () => url, suggestedFilename: () => suggestedFilename, whenEnded });
  };
  const onProgress = ({ guid, state }: DownloadProgress): void => {
    if (state === 'inProgress') return;
    endings.get(guid)?.(state === 'completed');
    endings.delete(guid);
  };
  // A page that closes meanwhile downloads nothing more.
  const starting = startListening(page, onBegin, onProgress).catch(() => undefined);
  return () => {
    void starting.then((session) => {
      session?.off('Page.downloadWillBegin', onBegin);
      session?.off('Page.downloadProgress', onProgress);
      if (session) giveBackProtocolSession(session, page);
    });
  };
}

async function startListening(
  page: Page,
  onBegin: (begin: DownloadBegin) => void,
  onProgress: (progress: DownloadProgress) => void,
): Promise<CDPSession> {
  const session = await takeProtocolSession(page);
  session.on('Page.downloadWillBegin', onBegin);
  session.on('Page.downloadProgress', onProgress);
  await session.send('Page.enable');
  return session;
}
