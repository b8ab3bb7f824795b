import { quoteText, shortUrl } from '../session/pageText.ts';
import type { Navigation, Session } from '../session/Session.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import type { ToolResult } from './defineTool.ts';

/** Of a first look. */
const DEFAULT_ARRIVAL_TOKENS = 450;

export interface ArrivalOptions {
  /** Upper bound of the look, in tokens. Default of a first look: 450. */
  maxTokens?: number | undefined;
  /** All of the page, instead of a first look. Default false. */
  full?: boolean;
  /** Words to search for, instead of the look. */
  query?: string | undefined;
  /** Most elements that are found. */
  maxResults?: number | undefined;
  /** Only title and address. */
  quiet: boolean;
}

/** What a call that goes to a page answers: title and address, and a first look at the page or what was found there. */
export async function renderArrival(
  session: Session,
  navigation: Navigation,
  options: ArrivalOptions,
): Promise<ToolResult> {
  const { text, data } = renderNavigation(navigation);
  const view = await viewArrival(session, options);
  return {
    text: [text, view.text, loginNote(navigation, view)].filter((part) => part !== '').join('\n'),
    data: { ...data, ...view.data },
  };
}

/** The way on where a page is for those who are logged in. */
function loginNote({ status }: Navigation, { data }: ToolResult): string {
  if (status === 401)
    return 'note: the site asks for a name and password (HTTP authentication): its user gives them by --http-credentials NAME:PASSWORD when the browser is opened';
  if (data.asksForLogin !== true) return '';
  return 'note: this page asks to log in; its user can log in once, keep that by `sightline state save NAME`, and begin with it by --state NAME';
}

/** What the page of a session shows. A page that cannot be read is reported: it is open all the same. */
export async function viewArrival(
  session: Session,
  { maxTokens, full = false, query, maxResults, quiet }: ArrivalOptions,
): Promise<ToolResult> {
  if (quiet) return { text: '', data: {} };
  try {
    if (query === undefined && full) {
      const { text, data } = await session.look({ full, ...(maxTokens && { maxTokens }) });
      return { text, data };
    }
    if (query === undefined) {
      const look = await session.firstLook({ maxTokens: maxTokens ?? DEFAULT_ARRIVAL_TOKENS });
      const { asksForLogin, isEmpty, isLoading, isMainEmpty } = look.data;
      const shown = isEmpty
        ? 'shows nothing yet'
        : (isLoading && 'says that it is still loading') ||
          (isMainEmpty && 'shows nothing in its main part yet');
      const text = shown ? `${look.text}\nnote: the page ${shown}; look again when it has loaded` : look.text;
      return { text, data: { text, ...(asksForLogin === true && { asksForLogin }) } };
    }
    const { text, data } = await session.query({ text: query, maxResults });
    return { text, data: { found: data.elements, total: data.total } };
  } catch (error) {
    if (!(error instanceof SightlineError) || error.code === 'browser_closed') throw error;
    return { text: `note: the page was not read: ${error.message}`, data: {} };
  }
}

/** One line for the page, one for each note. */
function renderNavigation({ url, title, status, notes }: Navigation): ToolResult {
  const pageParts = [quoteText(title), shortUrl(url), status === undefined ? '' : `(status ${status})`];
  const lines = [pageParts.filter(Boolean).join(' '), ...notes.map((note) => `note: ${note}`)];
  return { text: lines.join('\n'), data: { url, title, status, notes } };
}
