import { quote, stripInvisible } from '../../render/escape.ts';
import { estimateTokens } from '../../render/estimateTokens.ts';
import type { LookOptions, LookResult, Session } from '../../session/Session.ts';
import type { SightlineError } from '../../snapshot/SightlineError.ts';
import type { Snapshot } from '../../snapshot/Snapshot.ts';
import { toSightlineError } from '../../tools/runTool.ts';
import type { ResolvedSettings } from '../AgentSettings.ts';
import { fitText } from './fitText.ts';

/** The page at the start of a step, as shown to the model. */
export interface PageObservation {
  text: string;
  url: string;
  /** Key of the main document, which identifies the page whatever its address; '' if unreadable. */
  document: string;
  /** For the trace. `file`, `picture`: paths of the snapshot and the screenshot, relative to the trace. */
  snapshot:
    | { capturedAt: string; document: string; url: string; elements: number; file?: string; picture?: string }
    | undefined;
  captured?: Snapshot;
  /** The whole page is shown, in a mode that shows summaries of larger ones. */
  isWhole?: boolean;
  image?: Buffer;
  /** Why the page cannot be read. */
  error?: SightlineError;
}

/** What the run as the `reader` is shown. @throws SightlineError `browser_closed`; any other error is returned in the observation */
export async function observePage(
  session: Session,
  settings: ResolvedSettings,
  { tokenBudget, reader }: { tokenBudget: number; reader?: object },
): Promise<PageObservation> {
  try {
    const look = await session.look({ ...lookOptions(settings, tokenBudget), reader });
    const { url, documents, capturedAt } = look.snapshot;
    const [main] = documents;
    const elements = documents.reduce((sum, { rows }) => sum + rows.tag.length, 0);
    const image = settings.vision ? (await session.screenshot({ numbers: true })).image : undefined;
    const whole =
      elements <= SMALL_PAGE_ELEMENTS && isSummary(settings)
        ? await renderSmallPage(session, settings, reader)
        : undefined;
    return {
      text: whole ?? fitText(withHeader(look), tokenBudget),
      ...(whole !== undefined && { isWhole: true }),
      url,
      document: main?.key ?? '',
      captured: look.snapshot,
      snapshot: { capturedAt, document: main?.key ?? '', url, elements },
      ...(image && { image }),
    };
  } catch (error) {
    return unreadablePage(error);
  }
}

/** Tokens of a page that is shown whole; about as many as the matches for a task take. */
const SMALL_PAGE_TOKENS = 250;
/** Nodes of a page that may be that small. */
const SMALL_PAGE_ELEMENTS = 400;

const isSummary = ({ queryMode, view }: ResolvedSettings): boolean =>
  queryMode === 'query' || (queryMode === 'hybrid' && view === 'flat');

/** The whole page, where that is smaller than a summary plus the answer to one query. */
async function renderSmallPage(
  session: Session,
  { style }: ResolvedSettings,
  reader?: object,
): Promise<string | undefined> {
  const text = withHeader(await session.look({ view: 'outline', style, full: true, reader }));
  return estimateTokens(text) <= SMALL_PAGE_TOKENS ? text : undefined;
}

function unreadablePage(thrown: unknown): PageObservation {
  const error = toSightlineError(thrown);
  if (error.code === 'browser_closed') throw error;
  const text = `The page cannot be read: ${error.message} ${error.hint}`;
  return { text, url: '', document: '', snapshot: undefined, error };
}

function lookOptions(
  { queryMode, view, style, contextTokens }: ResolvedSettings,
  tokenBudget: number,
): LookOptions {
  const maxTokens = Number.isFinite(contextTokens) ? Math.max(50, Math.floor(tokenBudget)) : undefined;
  if (queryMode === 'query') return { view: 'minimal', maxTokens };
  if (queryMode === 'off') return { view, style, full: view === 'flat', maxTokens };
  return view === 'outline' ? { view, style, maxTokens } : { view: 'summary', maxTokens };
}

/** Adds title and address, which the markup style does not have. */
function withHeader({ text, snapshot: { url, title } }: LookResult): string {
  return text.startsWith('Page: ')
    ? withoutAdvice(text)
    : `Page: ${quote(title)} (${stripInvisible(url)})\n${text}`;
}

/** Drops the calls at the end of a summary, which the prompt mentions already. */
export const withoutAdvice = (text: string): string => text.replace(/\n+Use [a-z_]+ for [^\n]*$/, '');
