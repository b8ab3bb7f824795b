import { appendFileSync } from 'node:fs';

/** One line of the diagnostic log: a query that was sent to a live page, or its result. */
export interface LogEntry {
  /** ISO 8601, UTC. */
  at: string;
  /** The same for all entries of one query. */
  id: number;
  event: 'query_dom asked' | 'query_dom answered by the page' | 'query_dom answered' | 'query_dom failed';
  [detail: string]: string | number | boolean;
}

/** Receives each entry of the diagnostic log; errors that it throws are ignored. */
export type Log = (entry: LogEntry) => void;

/** Appends each entry to a file, as a line of JSON. */
export function createFileLog(path: string): Log {
  return (entry) => appendFileSync(path, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
}
