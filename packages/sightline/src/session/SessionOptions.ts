import type { DialogPolicy } from '../browser/tabs/answerDialog.ts';
import {
  type CallFormatter,
  formatCliCall,
  formatFewToolsCall,
  formatToolCall,
} from '../render/CallFormatter.ts';
import type { UrlRuleOptions } from '../snapshot/urls/UrlRules.ts';
import type { Log } from './Log.ts';
import type { Embed } from './queries/Embeddings.ts';
import type { SearchData } from './queries/SearchResources.ts';

/** How answers write the calls that they recommend. */
export type CallStyle = 'tools' | 'few tools' | 'commands';

export const CALL_FORMATTERS: Readonly<Record<CallStyle, CallFormatter>> = {
  tools: formatToolCall,
  'few tools': formatFewToolsCall,
  commands: formatCliCall,
};

/** What a session of any kind takes. `allow` and `block` say which addresses are loaded: see docs/security.md. */
export interface SessionOptions extends UrlRuleOptions {
  /**
   * How answers write the calls they recommend: `get_region MAIN full` (`tools`, default) or `sightline region MAIN
   * --full`. `few tools`: with `look` in place of the tools for summaries and headings.
   */
  calls?: CallStyle;
  /**
   * Turns texts into vectors (any embeddings model), which `query` then uses beside the words. Default: none; nothing is
   * sent anywhere.
   */
  embed?: Embed;
  /**
   * What searches know of words and icons, for code that was bundled without the files of this package: what
   * `loadSearchData` reads of them, or `false` to search without it. Default: read from the package at the first search.
   */
  searchData?: SearchData | false;
  /**
   * How alert, confirm and prompt are answered: `dismiss` (default), `accept`, or `{ prompt: text }`, which accepts and
   * gives prompts that text. Each is an event. On a page that you drive, your own handlers come first.
   */
  dialogs?: DialogPolicy;
  /**
   * Functions may be run in pages, by `evaluate` and by scripts (`run`): these can do all that a page can. What they
   * answer is bounded, and without secrets as far as it repeats them. Default false.
   */
  allowEvaluate?: boolean;
  /** Aborting it ends the attempt to begin the session, which throws `aborted`. */
  signal?: AbortSignal | undefined;
  /** Called for each query of a live page (`query_dom`), for diagnostics. Default: none. */
  log?: Log;
}
