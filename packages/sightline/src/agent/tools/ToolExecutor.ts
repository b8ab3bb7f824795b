import type { ElementDescriptor, ElementRef, Session, TargetUse } from '../../session/Session.ts';
import type { SightlineError } from '../../snapshot/SightlineError.ts';
import { REDACTED_PLACEHOLDER } from '../../snapshot/urls/redactUrl.ts';
import type { ToolResult } from '../../tools/defineTool.ts';
import { runTool, toSightlineError } from '../../tools/runTool.ts';
import type { ToolCall } from '../models/Model.ts';
import { fitText } from '../observation/fitText.ts';
import { withoutAdvice } from '../observation/observePage.ts';
import { RunEnd } from '../RunEnd.ts';
import type { RunSecrets } from '../RunSecrets.ts';
import { createToolContext } from './createToolContext.ts';
import type { ToolMenu } from './toolMenu.ts';

/** The outcome of a call. */
export interface CallOutcome {
  call: ToolCall;
  /** `ask`: read the page; `act`: changed it; `own`: done, fail, note. */
  kind: 'ask' | 'act' | 'own';
  /** Text for the model. */
  text: string;
  data: Record<string, unknown>;
  error?: SightlineError;
  /** The page has changed to another one. */
  left: boolean;
  /** The element of `index`. */
  target?: ElementDescriptor;
  /** The same for `to`. */
  toTarget?: ElementDescriptor;
  /** With snapshots: ids of those elements. */
  node?: ElementRef;
  toNode?: ElementRef;
  /** With snapshots: verified locators of the element, and its frames. */
  located?: unknown;
  /** What it typed went into a field for secrets. */
  isSecret?: boolean;
  ms: number;
}

export interface ToolExecutorOptions {
  session: Session;
  menu: ToolMenu;
  signal: AbortSignal;
  secrets: RunSecrets;
  /** Limits for answers, in tokens. */
  tokenBudgets: { ask: number; act: number };
  /** Most results of a query. */
  maxResults: number;
  /** Record element ids and locators. Default false. */
  withElementIds?: boolean;
}

const AGENT_TOOLS = new Set(['done', 'fail', 'note', 'delegate']);
const NAVIGATION_TOOLS = new Set(['open', 'back', 'tabs']);

/** Executes the calls of a model; answers and errors become text for it. */
export class ToolExecutor {
  readonly #options: ToolExecutorOptions;

  constructor(options: ToolExecutorOptions) {
    this.#options = options;
  }

  /** @throws RunEnd `page` when the browser is gone; the signal's reason */
  async execute(givenCall: ToolCall): Promise<CallOutcome> {
    const started = performance.now();
    const call = await this.#withNumbers(givenCall);
    const target = this.#elementOf(call, 'index');
    const toTarget = this.#elementOf(call, 'to');
    const elementIds = await this.#identifyElements(call);
    const { session, secrets } = this.#options;
    const isSecret = await this.#isSecret(call);
    let hasGivenSecret = false;
    const stopListening = session.onSecret((value) => {
      hasGivenSecret = true;
      secrets.add(value);
    });
    const outcome = await this.#run(call).finally(stopListening);
    const wasSecret =
      typedTextOf(call) !== undefined &&
      (isSecret || hasGivenSecret || (!outcome.error && (await this.#isSecret(call))));
    if (call.tool === 'open') secrets.addFromUrl(String((call.input as { url: unknown }).url));
    if (wasSecret && call.tool !== 'press') secrets.add(typedTextOf(call) ?? '');
    const ms = Math.round(performance.now() - started);
    return {
      ...outcome,
      ...(target && { target }),
      ...(toTarget && { toTarget }),
      ...elementIds,
      ...(wasSecret && { isSecret: true }),
      ms,
    };
  }

  /** Whether a call only reads the page. */
  isQuery({ tool }: ToolCall): boolean {
    return this.#options.menu.get(tool)?.tool.readOnly === true && !AGENT_TOOLS.has(tool);
  }

  async #run(call: ToolCall): Promise<Omit<CallOutcome, 'ms'>> {
    const { menu, session, signal } = this.#options;
    const tool = menu.get(call.tool)?.tool;
    if (!tool) throw new Error(`${call.tool} is not on the menu`);
    const kind = AGENT_TOOLS.has(call.tool) ? 'own' : tool.readOnly ? 'ask' : 'act';
    try {
      const answer = await runTool(
        tool,
        createToolContext(session, signal),
        this.#inputOf(call, tool.input.shape, kind),
      );
      const left = kind === 'act' && (NAVIGATION_TOOLS.has(call.tool) || hasNavigated(answer.data));
      const { data, failure } = answer;
      const rendered = this.#renderAnswer(answer, kind);
      const text = failure ? `${rendered}\nerror: ${failure.advice}` : rendered;
      return { call, kind, text, data, left, ...(failure && { error: failure }) };
    } catch (thrown) {
      signal.throwIfAborted();
      const error = toSightlineError(thrown);
      if (error.code === 'browser_closed') throw new RunEnd('page', error.message, { error });
      return {
        call,
        kind,
        text: `error: ${error.advice}`,
        data: {},
        error,
        left: false,
      };
    }
  }

  /** Adds output limits that the tool supports. */
  #inputOf({ input }: ToolCall, shape: Record<string, unknown>, kind: CallOutcome['kind']): unknown {
    const { tokenBudgets, maxResults } = this.#options;
    const callInput = input as Record<string, unknown>;
    const bounds = {
      ...('maxTokens' in shape && {
        maxTokens: Math.max(50, Math.floor(kind === 'ask' ? tokenBudgets.ask : tokenBudgets.act)),
      }),
      // The next message shows the page.
      ...('quiet' in shape && { quiet: true }),
      ...('max_results' in shape && {
        max_results: callInput.max_results ?? maxResults,
      }),
    };
    return { ...callInput, ...bounds };
  }

  #renderAnswer({ text, notices = [] }: ToolResult, kind: CallOutcome['kind']): string {
    const { tokenBudgets } = this.#options;
    if (kind === 'own') return text;
    const rendered = [withoutAdvice(text), ...notices].join('\n');
    return fitText(rendered, kind === 'ask' ? tokenBudgets.ask : tokenBudgets.act + NOTICE_TOKENS);
  }

  /** Words become the number of their element, so that traces hold it; where none is clear, the tool says so. */
  async #withNumbers(call: ToolCall): Promise<ToolCall> {
    const { session, menu } = this.#options;
    const input = call.input as Record<string, unknown>;
    if (!menu.get(call.tool) || AGENT_TOOLS.has(call.tool)) return call;
    const numbers: Record<string, number> = {};
    for (const field of ['index', 'to']) {
      const target = input[field];
      if (typeof target !== 'string') continue;
      const number = await session.numberOf(target, TOOL_USES[call.tool]).catch(() => undefined);
      if (number !== undefined) numbers[field] = number;
    }
    return { ...call, input: { ...input, ...numbers } };
  }

  #elementOf({ input }: ToolCall, field: 'index' | 'to'): ElementDescriptor | undefined {
    const ref = (input as Record<string, unknown>)[field];
    return typeof ref === 'number' ? this.#options.session.lastShown(ref) : undefined;
  }

  async #identifyElements(call: ToolCall): Promise<Pick<CallOutcome, 'node' | 'toNode' | 'located'>> {
    const { withElementIds, session } = this.#options;
    if (!withElementIds) return {};
    const { index, to } = call.input as { index?: unknown; to?: unknown };
    const numbered = session.elementRefs();
    const node = numbered.find(({ number }) => number === index);
    const toNode = numbered.find(({ number }) => number === to);
    // If locating fails, the action reports it.
    const located =
      node && !this.isQuery(call)
        ? await session.details(node.number, { locators: true }).then(
            ({ data }) => data.locators,
            () => undefined,
          )
        : undefined;
    return { ...(node && { node }), ...(toNode && { toNode }), ...(located !== undefined && { located }) };
  }

  async #isSecret(call: ToolCall): Promise<boolean> {
    const { index } = call.input as { index?: unknown };
    if (typedTextOf(call) === undefined || typeof index !== 'number' || !this.#options.menu.get(call.tool))
      return false;
    return this.#options.session.isSecret(index, { timeoutMs: 1_000 }).catch(() => false);
  }
}

/** What the element of a tool is for. */
const TOOL_USES: Readonly<Record<string, TargetUse>> = {
  fill: 'fill',
  type_text: 'fill',
  select_option: 'select',
  check: 'check',
};

/** Tokens for notices beside the answer of an action. */
const NOTICE_TOKENS = 120;

/** The field of a call that holds what it types. */
const TYPING_FIELDS: Readonly<Record<string, 'text' | 'keys'>> = {
  fill: 'text',
  type_text: 'text',
  press: 'keys',
};

/** What a call types: a text, or a key. */
export function typedTextOf({ tool, input }: Pick<ToolCall, 'tool' | 'input'>): string | undefined {
  const field = TYPING_FIELDS[tool];
  return field && String((input as Record<string, unknown> | undefined)?.[field] ?? '');
}

/** The call without what it typed into a field for secrets. */
export function redactCall({ call: { tool, input }, isSecret }: Pick<CallOutcome, 'call' | 'isSecret'>): {
  tool: string;
  input: unknown;
} {
  const field = TYPING_FIELDS[tool] ?? 'text';
  return { tool, input: isSecret ? { ...(input as object), [field]: REDACTED_PLACEHOLDER } : input };
}

/** Whether an action led to another page, address or tab. */
function hasNavigated({ otherPage, url, events }: Record<string, unknown>): boolean {
  const opened =
    Array.isArray(events) &&
    events.some(({ kind }: { kind: string }) => ['opened', 'closed', 'lost'].includes(kind));
  return otherPage === true || url !== undefined || opened;
}
