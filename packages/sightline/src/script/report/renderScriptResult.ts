import { withTimeout } from '../../browser/withTimeout.ts';
import { NOTHING_CHANGED } from '../../render/changes/settleSections.ts';
import { pluralize } from '../../render/element/elementText.ts';
import { stripInvisible } from '../../render/escape.ts';
import { estimateTokens } from '../../render/estimateTokens.ts';
import { elementLabel } from '../../render/explainNode.ts';
import { placeChange, sizeChange } from '../../session/actions/MousePress.ts';
import { quoteText, shortUrl } from '../../session/pageText.ts';
import { renderNotices } from '../../session/renderNotices.ts';
import type { ScriptOptions, ScriptResult, ScriptStep } from '../../session/ScriptOptions.ts';
import { groupBy } from '../../snapshot/groupBy.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import type { SecretRedactor } from '../../snapshot/secrets/SecretRedactor.ts';
import { startOf, truncate } from '../../snapshot/shorten.ts';
import type { BoxOutcome } from '../box/ScriptBox.ts';
import type { ScriptLog } from '../ScriptLog.ts';
import type { ScriptOutput } from '../ScriptOutput.ts';
import type { ScriptSession } from '../ScriptSession.ts';
import { valueOf } from '../words/describeNode.ts';
import type { PrintedLooks } from './PrintedLooks.ts';

const DEFAULT_OUTPUT_TOKENS = 1_500;
const DEFAULT_REPORT_TOKENS = 500;
/** Of the page beside an error, which says the most, and beside a long output: the script printed what it wanted. */
const SHORT_REPORT_TOKENS = 250;
/** Where the script printed what it wanted after its last action: what that changed on the page, in short. */
const ANSWERED_REPORT_TOKENS = 120;
/** Beside one that says hardly anything of what is new: as of a single action. */
const UNPRINTED_REPORT_TOKENS = 400;
const LONG_OUTPUT_TOKENS = 80;
/** Above all of these, where nothing is left out then. */
const SLACK_TOKENS = 60;
/** Of the tokens for the page, for what was done there. */
const ARRIVED_SHARE = 0.6;
/** Milliseconds for the page to answer at all. */
const ANSWER_TIMEOUT_MS = 2_000;
/** Characters by which a look is found in what was printed. */
const LOOK_START = 60;
/** Characters of an error. */
const MAX_MESSAGE_LENGTH = 2_000;
/** Steps that a failure lists, the last ones. */
const MAX_STEPS = 20;

interface FinishedScript {
  log: ScriptLog;
  output: ScriptOutput;
  failure: SightlineError | undefined;
  outcome: BoxOutcome;
  /** Those that scripts of the session were given themselves. */
  ownSecrets: SecretRedactor;
  /** What scripts of the session printed of looks before. */
  printedLooks: PrintedLooks;
}

/** What a script printed, then the page: what changed, or what it shows where it was only opened. */
export async function renderScriptResult(
  parts: ScriptSession,
  { log, output, failure: thrown, outcome, ownSecrets, printedLooks }: FinishedScript,
  { maxTokens = DEFAULT_OUTPUT_TOKENS, reportTokens }: ScriptOptions,
): Promise<ScriptResult> {
  const { session, context } = parts;
  // What the script read was without secrets. To look through what it prints would reveal which of its guesses is one.
  const texts = [output.text, thrown?.message ?? '', thrown?.hint ?? ''];
  const [printed = '', message = '', hint = ''] = texts.map((text) => ownSecrets.redact(text));
  const asking = session.redactSecrets([]).catch(() => []);
  const answer = await withTimeout(asking, ANSWER_TIMEOUT_MS, undefined);
  const failure = thrown && plainError(thrown, message, hint);
  const shown = output.shorten(printed, maxTokens);
  const events = [...log.events, ...(await context.takeEvents().catch(() => []))];
  const page = answer
    ? await renderPage(parts, log, { failure, printed: shown, maxTokens: reportTokens })
    : ['note: the page does not answer'];
  const sizes = answer ? await pressedLines(parts, log, page.includes(NOTHING_CHANGED)) : [];
  const report = [
    ...log.firstNotes,
    ...output.restLines(printed, shown),
    ...(failure ? stepLines(log) : []),
    ...(sizes.length > 0 ? page.filter((line) => line !== NOTHING_CHANGED) : page),
    ...sizes,
    ...(failure || page.includes(NOTHING_CHANGED) ? [] : idleLines(log)),
    ...(answer ? await emptiedLines(parts, log) : []),
    ...log.guesses.slice(0, MAX_STEPS).map((guess) => `note: ${guess}`),
    ...renderNotices(events, context.formatCall),
    ...(outcome.memoryLost ? ['note: what scripts of this session had defined is gone'] : []),
  ];
  const lines = [...(shown === '' ? [] : [printedLooks.fold(shown, log.looks)]), ...markStart(report)];
  const { steps } = log;
  return {
    text: lines.join('\n') || 'the script printed nothing and changed nothing',
    // For hosts: the numbers of before the script may name nothing any more.
    data: {
      output: shown,
      steps,
      events,
      otherPage: log.hasLeft,
      ...(page.length > 0 && { page: page.join('\n') }),
    },
    output: shown,
    steps,
    ...(failure && { failure }),
  };
}

/** No line that a script prints begins like this one: what stands before it was printed, what stands behind it was not. */
function markStart([first, ...rest]: readonly string[]): string[] {
  if (first === undefined) return [];
  return [first.startsWith('--- ') ? first : `--- ${first}`, ...rest];
}

/** What a script throws may be text of the page, and of any length; its line may name a secret. */
function plainError({ code, retryable }: SightlineError, message: string, hint: string): SightlineError {
  const text = stripInvisible(message);
  const whole = truncate(text, MAX_MESSAGE_LENGTH);
  return new SightlineError(code, whole, { hint: stripInvisible(hint), retryable });
}

/** `note: line 3: clicked [7]<th>: nothing changed (3 times)`. */
function idleLines({ idleSteps }: ScriptLog): string[] {
  const counts = groupBy(idleSteps, stepText);
  return Array.from(
    counts,
    ([text, { length }]) => `note: ${text}: nothing changed${length > 1 ? ` (${length} times)` : ''}`,
  ).slice(0, MAX_STEPS);
}

const stepText = ({ line, text }: ScriptStep): string =>
  `${line === undefined ? '' : `line ${line}: `}${text}`;

function stepLines({ steps, idleSteps, hasFailedAction }: ScriptLog): string[] {
  if (steps.length === 0) return hasFailedAction ? [] : ['nothing had been done to the page'];
  const shown = steps.slice(-MAX_STEPS);
  const left = steps.length - shown.length;
  return [
    'done before that:',
    ...(left > 0 ? [`  (${left} more)`] : []),
    ...shown.map((step) => `  ${stepText(step)}${idleSteps.includes(step) ? ': nothing changed' : ''}`),
  ];
}

/** Nothing where the script only read; only the address where it opened a page, and printed what it wanted of it. */
async function renderPage(
  { session }: ScriptSession,
  log: ScriptLog,
  {
    failure,
    printed,
    maxTokens: givenTokens,
  }: { failure: SightlineError | undefined; printed: string; maxTokens: number | undefined },
): Promise<string[]> {
  const { opened, actionCount, mark } = log;
  const isSeen = failure ? failure.code !== 'invalid_argument' : actionCount > 0 || opened !== undefined;
  if (!isSeen) return [];
  const hasWholeLook = log.look?.complete !== false;
  const hasAnswer = !failure && log.hasAnswer && (hasWholeLook || isLookPrinted(log, printed));
  if (hasAnswer && actionCount === 0) return navigationLines(log);
  const isLong = !failure && hasWholeLook && estimateTokens(printed) >= LONG_OUTPUT_TOKENS;
  const longTokens = failure || isLong ? SHORT_REPORT_TOKENS : DEFAULT_REPORT_TOKENS;
  const usualTokens = hasAnswer ? ANSWERED_REPORT_TOKENS : longTokens;
  const maxTokens = failure
    ? Math.min(givenTokens ?? usualTokens, usualTokens)
    : (givenTokens ?? usualTokens);
  try {
    if (actionCount === 0 && !opened && failure) return await pageNow(session, maxTokens);
    if (actionCount === 0 || !mark)
      return [...navigationLines(log), ...(await pageNow(session, failure ? maxTokens : givenTokens))];
    const since = await sinceArrival(session, log, { maxTokens, printed });
    const { text } = await session.changesSince(mark, {
      settle: log.settle,
      maxTokens: since === undefined ? maxTokens : Math.max(0, maxTokens - estimateTokens(since)),
      slackTokens: givenTokens === undefined ? SLACK_TOKENS : 0,
      ...(hasAnswer && givenTokens === undefined && { unprintedTokens: UNPRINTED_REPORT_TOKENS }),
      printed,
      entered: log.entered,
      quiet: hasAnswer || isLookPrinted(log, printed),
    });
    const head = `--- page after ${pluralize(actionCount, 'action')}:`;
    return [...navigationLines(log), head, text, ...(since === undefined ? [] : ['then, there:', since])];
  } catch (error) {
    return [`note: the page was not read: ${(error as Error).message}`];
  }
}

/** What was done at the page that an action led to: a menu that opened there is no part of a first look at it. */
async function sinceArrival(
  session: ScriptSession['session'],
  { arrival, actionCount }: ScriptLog,
  { maxTokens, printed }: { maxTokens: number; printed: string },
): Promise<string | undefined> {
  if (!arrival || arrival.actionCount === actionCount) return undefined;
  const { text, data } = await session.changesSince(arrival.page, {
    maxTokens: maxTokens * ARRIVED_SHARE,
    printed,
  });
  return data.otherPage === true || text === NOTHING_CHANGED ? undefined : text;
}

/** Whether the reader is shown the page as it is after the last action: by a look, or a line of it. */
const isLookPrinted = ({ look }: ScriptLog, printed: string): boolean =>
  look !== undefined && printed.includes(startOf(look.text, LOOK_START));

/** Fields of this page that are empty again: what they take may be a choice, or another form of the text. */
async function emptiedLines({ context }: ScriptSession, { filled }: ScriptLog): Promise<string[]> {
  if (filled.size === 0) return [];
  const page = await context.capture().catch(() => undefined);
  if (!page) return [];
  const renderContext = page.renderContext();
  return [...filled.values()].flatMap(({ node, line }) => {
    const now = renderContext.pageState.page.counterpart(node);
    if (!now || valueOf(now) !== '') return [];
    return [
      `note: ${elementLabel(now, renderContext)} is empty again${line ? `: it was filled in line ${line}` : ''}`,
    ];
  });
}

/** What was drawn to another size with the mouse; where nothing else changed, what was moved by it. */
async function pressedLines(
  { context }: ScriptSession,
  { presses }: ScriptLog,
  isAllElseSame: boolean,
): Promise<string[]> {
  if (presses.length === 0) return [];
  const page = await context.capture().catch(() => undefined);
  if (!page) return [];
  const now = page.renderContext();
  const changes = presses.map(
    (press) => sizeChange(press, now) || (isAllElseSame ? placeChange(press, now) : ''),
  );
  return [...new Set(changes)].filter((text) => text !== '');
}

async function pageNow(session: ScriptSession['session'], maxTokens: number | undefined): Promise<string[]> {
  return ['--- page:', (await session.firstLook(maxTokens === undefined ? {} : { maxTokens })).text];
}

function navigationLines({ opened }: ScriptLog): string[] {
  if (!opened) return [];
  const { url, title, status, notes } = opened;
  const parts = [quoteText(title), shortUrl(url), status === undefined ? '' : `(status ${status})`];
  return [`opened ${parts.filter(Boolean).join(' ')}`, ...notes.map((note) => `note: ${note}`)];
}
