import type { Browser } from 'puppeteer-core';

/** Ends the service worker of an extension, as Chrome does when it is idle. */
export async function stopWorker(chrome: Browser): Promise<void> {
  const [page = await chrome.newPage()] = await chrome.pages();
  const cdp = await page.createCDPSession();
  await cdp.send('ServiceWorker.enable');
  const stopped = new Promise<void>((resolve) => {
    cdp.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      if (versions.some(({ runningStatus }) => runningStatus === 'stopped')) resolve();
    });
  });
  await cdp.send('ServiceWorker.stopAllWorkers');
  await stopped;
  await cdp.detach();
}
