import type { AbortOptions } from '../../snapshot/untilAborted.ts';

/** Which requests of the page are listed, and how. */
export interface NetworkOptions extends AbortOptions {
  /** One in full: its headers, body and times. */
  number?: number;
  /** Only those whose address holds this; with `number`: where its bodies and headers hold it. In any case. */
  text?: string;
  /** Only these: `GET`, `POST`, ... */
  method?: string;
  /** Only these, as Playwright calls them: `fetch`, `xhr`, `document`, `script`, `image`, ... */
  type?: string;
  /** Only these: `404`, `5xx`, `failed` (without a response, or 400 and above), `open`. */
  status?: string;
  /** Since the page was opened, not only since the last look or action. Default false. */
  all?: boolean;
  /** Most requests listed, the last ones. Default all that fit. */
  maxResults?: number;
  /** Upper bound for the answer, in o200k tokens. Default 600; 1,000 with `number`. */
  maxTokens?: number;
  /** File that they are written to as HAR 1.2, with headers and bodies, secrets masked. */
  har?: string;
}
