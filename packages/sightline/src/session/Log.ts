import { appendFileSync } from 'node:fs';

/** One line of the diagnostic log: what the session passed on to a page, and what came of it. */
export interface LogEntry {
  /** ISO 8601, UTC. */
  at: string;
  /** Tells the questions of a session apart: those of one question have one number. */
  id: number;
  event: 'query_dom asked' | 'query_dom told by the page' | 'query_dom answered' | 'query_dom failed';
  [detail: string]: string | number | boolean;
}

/** Receives the diagnostic log as it grows; what it throws is nobody's business. */
export type Log = (entry: LogEntry) => void;

/** Appends each entry to a file, as a line of JSON. */
export function createFileLog(path: string): Log {
  return (entry) => appendFileSync(path, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
}
