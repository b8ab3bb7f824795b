import type { PopupRequest } from './popupView.ts';
import { Worker } from './Worker.ts';

// Registered synchronously: Chrome wakes the service worker only for listeners that exist from the start.
const worker = Worker.start();

function withWorker(work: (worker: Worker) => unknown): void {
  void worker.then((runningWorker) => {
    runningWorker.wake();
    return work(runningWorker);
  });
}

chrome.debugger.onEvent.addListener((source, method, params) =>
  withWorker((runningWorker) => runningWorker.forwardEvent(source, method, params)),
);
chrome.debugger.onDetach.addListener(({ tabId }, reason) => {
  if (tabId !== undefined) withWorker(({ sharing }) => sharing.onDetached(tabId, reason));
});
chrome.tabs.onCreated.addListener((tab) => withWorker(({ sharing }) => sharing.onCreated(tab)));
chrome.tabs.onUpdated.addListener((tabId, { status }, { url }) => {
  if (status) withWorker(({ sharing }) => sharing.onUpdated(tabId, url));
});
chrome.tabs.onRemoved.addListener((tabId) => withWorker(({ sharing }) => sharing.onRemoved(tabId)));
chrome.tabs.onActivated.addListener(() => withWorker(() => undefined));
chrome.runtime.onStartup.addListener(() => withWorker((runningWorker) => runningWorker.forgetShares()));
chrome.runtime.onInstalled.addListener(() => withWorker(() => undefined));

/** Only the popup may ask: no page and no other extension can send a message here. */
chrome.runtime.onMessage.addListener((request: PopupRequest, sender, reply) => {
  if (sender.id !== chrome.runtime.id || !sender.url?.startsWith(chrome.runtime.getURL('popup.html')))
    return false;
  withWorker((runningWorker) =>
    runningWorker.handleRequest(request).then(reply, (error: Error) => reply({ error: error.message })),
  );
  return true;
});
