/** The document went away while it was read: a navigation, a removed frame. Trying again may help. */
export class DocumentGoneError extends Error {}

/** Whether an error is Chromium's for a context or node whose document is gone, or the relay's for an interrupted call. */
export function isDocumentGone(error: unknown): boolean {
  return (
    error instanceof DocumentGoneError ||
    /context was destroyed|Cannot find context|uniqueContextId not found|navigated or closed|Frame with the given id|No node with given id|Node with given id|not belong|Could not find object|interrupted before it answered/i.test(
      String(error),
    )
  );
}
